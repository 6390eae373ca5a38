import type { ReactElement } from 'react'
import { Badge } from '../design/feedback.tsx'
import { profileOf, type HostProfile } from 'casement/testing/profiles'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { profileChoices } from '../wire/lab.ts'
import { FaultForm } from './fault-form.tsx'
import { Section } from './section.tsx'

/** Which host Views meet, and what goes wrong on the wire. */
export function HostPanel(): ReactElement {
  const { views } = useStudio()
  const lab = useStore(views.lab)
  return (
    <div className="panel">
      <Section title="Host profile" hint="Views reload with their stored state. Each line names its source.">
        <div className="profiles" role="radiogroup" aria-label="Host profile">
          {profileChoices(lab).map((choice) => (
            <ProfileRadio
              key={profileOf(choice).id}
              profile={profileOf(choice)}
              isChosen={choice === lab.profile}
              onChoose={() => views.lab.set((before) => ({ ...before, profile: choice }))}
            />
          ))}
        </div>
      </Section>
      <FaultForm lab={lab} onChange={(change) => views.lab.set((before) => ({ ...before, ...change }))} />
    </div>
  )
}

function ProfileRadio({
  profile,
  isChosen,
  onChoose,
}: {
  readonly profile: HostProfile
  readonly isChosen: boolean
  readonly onChoose: () => void
}): ReactElement {
  const { id, title, date, summary, facts, unknown } = profile
  return (
    <div className="profile" data-chosen={isChosen ? '' : undefined}>
      <label>
        <input type="radio" name="host-profile" checked={isChosen} onChange={onChoose} />
        <span>
          <strong>{title}</strong> <code>{id}</code>
          <span className="profile-summary">{summary}</span>
        </span>
      </label>
      {isChosen && (
        <ul className="profile-facts" aria-label={`Facts about ${title}`}>
          <li className="panel-quiet">
            As of {date}, from {profile.source}
          </li>
          {facts.map(({ text, source, isImitated }) => (
            <li key={text}>
              <Badge tone={isImitated ? 'success' : 'neutral'}>{isImitated ? 'emulated' : 'not emulated'}</Badge>
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
