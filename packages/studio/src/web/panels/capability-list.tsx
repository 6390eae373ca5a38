import type { ReactElement } from 'react'
import { Badge } from '../design/feedback.tsx'
import { Section } from './section.tsx'
import type { ToldToView } from './told-to-view.ts'

const KNOWN = {
  openLinks: 'Open links',
  downloadFile: 'Offer downloads',
  serverTools: 'Call tools of its server',
  serverResources: 'Read resources of its server',
  logging: 'Write to the log',
  message: 'Send messages to the conversation',
  updateModelContext: 'Add model context',
  sampling: 'Ask the model',
} as const

/** The capabilities that the host sent to the View. */
export function CapabilityList({ told: { capabilities } }: { readonly told: ToldToView }): ReactElement {
  const experimental = Object.keys(capabilities?.experimental ?? {})
  return (
    <Section
      title="Capabilities"
      hint="The capabilities that the host sent to the View. Methods without a handler are not offered."
    >
      {capabilities ? (
        <ul className="capabilities">
          {Object.entries(KNOWN).map(([name, title]) => (
            <li key={name}>
              <Badge tone={name in capabilities ? 'success' : 'neutral'}>{name in capabilities ? 'yes' : 'no'}</Badge>
              {title} <code>{name}</code>
            </li>
          ))}
          {experimental.map((name) => (
            <li key={name}>
              <Badge tone="info">extra</Badge>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      ) : (
        <p className="panel-quiet">The handshake has not happened yet.</p>
      )}
    </Section>
  )
}
