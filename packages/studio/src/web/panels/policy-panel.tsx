import { compilePolicy, explainPolicy, type PolicyExplanation } from 'casement/protocol/policy'
import { useMemo, useSyncExternalStore, type ReactElement } from 'react'
import { Badge, Empty } from '../design/feedback.tsx'
import type { PanelProps } from '../dock.ts'
import { useStudio } from '../studio.ts'
import { JsonText } from '../timeline/json-text.tsx'
import type { ViewNotes } from '../wire/view-notes.ts'
import type { RegisteredView } from '../wire/view-registry.ts'
import { CapabilityList } from './capability-list.tsx'
import { Section } from './section.tsx'
import { useTold } from './told-to-view.ts'
import { ViolationList } from './violation-list.tsx'

/** The permissions of the View with their sources, and the blocked requests. */
export function PolicyPanel({ view }: PanelProps): ReactElement {
  if (!view)
    return (
      <Empty icon="key" title="No View yet">
        <p>
          Shows the policy of the selected View: what it may load and do, the metadata behind each permission, and what was
          blocked.
        </p>
      </Empty>
    )
  return <PolicyDetails key={view.id} view={view} />
}

function PolicyDetails({ view }: { readonly view: RegisteredView }): ReactElement {
  const { wireLog } = useStudio()
  const { notes } = view
  const told = useTold(wireLog, view.id)
  const ticket = useSyncExternalStore(notes.subscribe, () => notes.ticket)
  const explanation = useExplanation(notes)
  return (
    <div className="panel">
      <ViolationList notes={notes} />
      <Section title="Sandbox">
        {ticket ? (
          <dl className="panel-facts">
            <dt>Mode</dt>
            <dd>
              <Badge tone={ticket.mode === 'served' ? 'success' : 'warning'}>{ticket.mode}</Badge>
              {ticket.mode === 'opaque' && ` ${ticket.reason}`}
            </dd>
            <dt>Origin</dt>
            <dd>
              <code>{ticket.mode === 'served' ? ticket.viewOrigin : 'none'}</code>
            </dd>
            <dt>sandbox</dt>
            <dd>
              <code>{ticket.sandbox}</code>
            </dd>
            <dt>allow</dt>
            <dd>
              <code>{ticket.allow || '(nothing)'}</code>
            </dd>
            <dt>Separate process</dt>
            <dd>{ticket.capabilities.isolatedProcess}</dd>
            <dt>Separate from other apps</dt>
            <dd>{ticket.capabilities.isolatedFromOtherApps}</dd>
            <dt>Blocks every connection outside the policy</dt>
            <dd>{ticket.capabilities.blocksConnections}</dd>
            <dt>Storage</dt>
            <dd>{ticket.capabilities.storage}</dd>
          </dl>
        ) : (
          <p className="field-hint">Not known yet: the sandbox has not loaded.</p>
        )}
      </Section>
      {ticket && ticket.refused.length > 0 && (
        <Section title="Refused metadata" hint="These entries have no effect.">
          <ul className="refusals">
            {ticket.refused.map(({ where, entry, code, reason }) => (
              <li key={`${where} ${entry}`}>
                <code>
                  {where} {entry}
                </code>
                <Badge tone="danger">{code}</Badge>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {explanation && <PolicyTable explanation={explanation} />}
      <CapabilityList told={told} />
      <Section title="Declared by the View" hint={told.protocolVersion && `Protocol ${told.protocolVersion}`}>
        <JsonText label="ui/initialize params" value={told.introduction ?? 'The View has not sent ui/initialize yet.'} />
      </Section>
    </div>
  )
}

function useExplanation(notes: ViewNotes): PolicyExplanation | undefined {
  const resource = useSyncExternalStore(notes.subscribe, () => notes.resource)
  const opaque = notes.ticket?.mode === 'opaque'
  return useMemo(() => resource && explainPolicy(compilePolicy(resource, { opaque })), [resource, opaque])
}

function PolicyTable({ explanation }: { readonly explanation: PolicyExplanation }): ReactElement {
  return (
    <Section title="Content security policy" hint={explanation.branch}>
      <div className="table-scroll">
        <table className="policy">
          <thead>
            <tr>
              <th scope="col">Directive</th>
              <th scope="col">Source</th>
              <th scope="col">Because</th>
            </tr>
          </thead>
          {explanation.directives.map(({ name, sources }) => (
            <tbody key={name}>
              {(sources.length > 0 ? sources : [{ source: '(strictest)', because: '' }]).map(({ source, because }, index) => (
                <tr key={source}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={Math.max(1, sources.length)}>
                      <code>{name}</code>
                    </th>
                  )}
                  <td>
                    <code>{source}</code>
                  </td>
                  <td>{because}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <p className="field-hint">Browser features: {explanation.features.join(', ') || 'none'}</p>
    </Section>
  )
}
