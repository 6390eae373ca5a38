import type { ReactElement } from 'react'
import { Badge, Notice } from '../design/feedback.tsx'
import type { PanelProps } from '../dock.ts'
import { PROFILE_FACTS } from '../profiles/profile-facts.ts'
import { PROFILE_IDS, profileOf, type ProfileId } from '../profiles/profiles.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { FaultForm } from './fault-form.tsx'
import { Section } from './section.tsx'

/** Which host Views meet, and what goes wrong on the wire. */
export function HostPanel({ view }: PanelProps): ReactElement {
  const { views } = useStudio()
  const lab = useStore(views.lab)
  const isOther = view && view.notes.profile !== lab.profile
  return (
    <div className="panel">
      <Section title="Host profile" hint="Holds for Views that are shown from now on. Each line says where it is known from.">
        <div className="profiles" role="radiogroup" aria-label="Host profile">
          {PROFILE_IDS.map((id) => (
            <ProfileChoice
              key={id}
              id={id}
              isChosen={id === lab.profile}
              onChoose={() => views.lab.set((before) => ({ ...before, profile: id }))}
            />
          ))}
        </div>
        {isOther && (
          <Notice tone="info" title={`This View was mounted as in ${view.notes.profile}.`}>
            Run its tool again to see it in {profileOf(lab.profile).title}.
          </Notice>
        )}
      </Section>
      <FaultForm lab={lab} onChange={(change) => views.lab.set((before) => ({ ...before, ...change }))} />
    </div>
  )
}

function ProfileChoice({
  id,
  isChosen,
  onChoose,
}: {
  readonly id: ProfileId
  readonly isChosen: boolean
  readonly onChoose: () => void
}): ReactElement {
  const { summary, facts, unknown } = PROFILE_FACTS[id]
  return (
    <div className="profile" data-chosen={isChosen ? '' : undefined}>
      <label>
        <input type="radio" name="host-profile" checked={isChosen} onChange={onChoose} />
        <span>
          <strong>{profileOf(id).title}</strong> <code>{id}</code>
          <span className="profile-summary">{summary}</span>
        </span>
      </label>
      {isChosen && (
        <ul className="profile-facts" aria-label={`What is known about ${profileOf(id).title}`}>
          {facts.map(({ text, source, isImitated }) => (
            <li key={text}>
              <Badge tone={isImitated ? 'success' : 'neutral'}>{isImitated ? 'imitated' : 'not imitated'}</Badge>
              <span>
                {text} <cite>{source}</cite>
              </span>
            </li>
          ))}
          {unknown && <li className="panel-quiet">{unknown}</li>}
        </ul>
      )}
    </div>
  )
}
