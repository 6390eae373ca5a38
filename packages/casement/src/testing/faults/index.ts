/**
 * `casement/testing/faults`: what can go wrong on the wire, on purpose, by name and by seed. It needs no window and no Node.
 * @module
 */
export { faultyChannel, type FaultOptions } from './faulty-channel.ts'
export { FAULTS, type Fault, type FaultName, type InjectedFault } from './faults.ts'
