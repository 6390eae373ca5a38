import { FAULTS, type Fault, type FaultName } from 'casement/testing/faults'
import type { ReactElement } from 'react'
import { Badge } from '../design/feedback.tsx'
import type { Lab } from '../wire/lab.ts'
import { Section } from './section.tsx'

/** The injected faults between host and View, by name and seed. */
export function FaultForm({
  lab: { faults, seed },
  onChange,
}: {
  readonly lab: Lab
  readonly onChange: (change: Partial<Lab>) => void
}): ReactElement {
  const chosen = (name: FaultName): Fault | undefined => faults.find((fault) => fault.name === name)
  const toggle = (name: FaultName): void =>
    onChange({ faults: chosen(name) ? faults.filter((fault) => fault.name !== name) : [...faults, { name, rate: 0.1 }] })
  const setRate = (name: FaultName, percent: number): void =>
    onChange({ faults: faults.map((fault) => (fault.name === name ? { ...fault, rate: percent / 100 } : fault)) })
  return (
    <Section
      title="Faults"
      hint="Faults in the messages between host and View. Views reload with each change. The same seed affects the same messages."
      actions={faults.length > 0 && <Badge tone="warning">{faults.length} on</Badge>}
    >
      <div className="field">
        <label htmlFor="fault-seed">Seed</label>
        <input id="fault-seed" className="input" value={seed} onChange={({ target }) => onChange({ seed: target.value })} />
      </div>
      <ul className="faults">
        {(Object.keys(FAULTS) as FaultName[]).map((name) => {
          const fault = chosen(name)
          return (
            <li key={name}>
              <label className="check">
                <input type="checkbox" checked={fault !== undefined} onChange={() => toggle(name)} />
                <span>
                  <code>{name}</code> <span className="panel-quiet">{FAULTS[name]}</span>
                </span>
              </label>
              {fault && (
                <label className="fault-rate">
                  <span className="visually-hidden">Percentage of messages with the fault {name}</span>
                  <input
                    type="range"
                    min={1}
                    max={100}
                    value={Math.round((fault.rate ?? 1) * 100)}
                    onChange={({ target }) => setRate(name, Number(target.value))}
                  />
                  <output>{Math.round((fault.rate ?? 1) * 100)} %</output>
                </label>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
