/**
 * `casement/testing/faults`: injects faults into the messages of a channel, by name and by seed. It needs no window and no Node.
 * @module
 */
export { faultyChannel, type FaultOptions } from './faulty-channel.ts'
export { FAULTS, type Fault, type FaultName, type InjectedFault } from './faults.ts'
