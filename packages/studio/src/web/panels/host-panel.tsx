import type { ReactElement } from 'react'
import { Badge } from '../design/feedback.tsx'
import { PROFILE_FACTS } from '../profiles/profile-facts.ts'
import { PROFILE_IDS, profileOf, type ProfileId } from 'casement/testing/profiles'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { FaultForm } from './fault-form.tsx'
import { Section } from './section.tsx'

/** Which host Views meet, and what goes wrong on the wire. */
export function HostPanel(): ReactElement {
  const { views } = useStudio()
  const lab = useStore(views.lab)
  return (
    <div className="panel">
      <Section title="Host profile" hint="Views begin anew with the state they kept. Each line says where it is known from.">
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
