import { expectThat, notApplicable } from '../../suite/check.ts'
import type { Answer } from '../probe.ts'
import { type ActFacts, acts } from '../scenes/acts.ts'
import { checksIn, type HostCheck, type Row } from '../subject.ts'

const isDone = ({ result }: Answer): boolean => result !== undefined && result['isError'] !== true
const isRefused = ({ result, error }: Answer): boolean => error !== undefined || result?.['isError'] === true
const includes = (blocks: readonly unknown[] | undefined, text: string): boolean => JSON.stringify(blocks ?? []).includes(text)

/** A row about something that a host may leave out; then it does not offer it. */
const offered = (capability: string, { judge, ...row }: Row<ActFacts>): Row<ActFacts> => ({
  ...row,
  judge: (facts) => (capability in facts.capabilities ? judge(facts) : notApplicable(`the host does not offer ${capability}`)),
})

/** Links, messages, downloads and model context. */
export const actChecks: readonly HostCheck[] = checksIn(acts, [
  offered('openLinks', {
    id: 'host/links/open-external',
    title: 'opens a link on ui/open-link',
    requirements: ['R-131', 'R-228', 'R-229'],
    alsoKnownAs: ['links/open-external'],
    level: 'should',
    mutant: 'opens-nothing',
    judge: ({ link, linkOpened }) =>
      expectThat(isDone(link) && linkOpened, { link, linkOpened }, 'a result, and the page asked for'),
  }),
  offered('openLinks', {
    id: 'host/links/script',
    title: 'refuses javascript: links',
    requirements: ['R-231'],
    tag: 'package',
    level: 'should',
    mutant: 'opens-scripts',
    judge: ({ scriptLink, scriptLinkOpened }) =>
      expectThat(isRefused(scriptLink) && !scriptLinkOpened, { scriptLink, scriptLinkOpened }, 'a refusal'),
  }),
  offered('openLinks', {
    id: 'host/links/denied',
    title: 'returns an error for a denied link, and does not open it',
    requirements: ['R-230'],
    level: 'should',
    mutant: 'never-denies',
    judge: ({ denied: { link }, deniedOpened }) =>
      expectThat(isRefused(link) && !deniedOpened, { link, deniedOpened }, 'a refusal'),
  }),
  {
    id: 'host/messages/add-to-conversation',
    title: 'adds a ui/message to the conversation with the role user',
    requirements: ['R-238', 'R-239'],
    alsoKnownAs: ['messages/add-to-conversation'],
    level: 'should',
    mutant: 'loses-messages',
    judge: ({ message, said }) =>
      expectThat(
        isDone(message) && said.some((turn) => turn.includes('said by the View') && turn.includes('"role":"user"')),
        { message, said },
        'the message in the conversation',
      ),
  },
  {
    id: 'host/messages/one-block',
    title: 'accepts a ui/message whose content is a single block',
    requirements: ['R-238'],
    level: 'should',
    mutant: 'arrays-only',
    judge: ({ textMessage }) => expectThat(isDone(textMessage), textMessage, 'a result'),
  },
  {
    id: 'host/messages/consent',
    title: 'returns an error for a denied message, and does not add it',
    requirements: ['R-240'],
    alsoKnownAs: ['messages/consent'],
    level: 'should',
    mutant: 'never-denies',
    judge: ({ denied: { message }, deniedSaid }) =>
      expectThat(isRefused(message) && !deniedSaid, { message, deniedSaid }, 'a refusal'),
  },
  {
    id: 'host/messages/no-leak',
    title: 'returns no data of the conversation',
    requirements: ['R-241'],
    tag: 'package',
    level: 'should',
    mutant: 'leaks-conversation',
    judge: ({ message: { result } }) =>
      expectThat(
        Object.keys(result ?? {}).every((name) => name === 'isError' || name === '_meta'),
        result,
        'an empty result',
      ),
  },
  {
    id: 'host/messages/logs-stay-out',
    title: 'does not add logs of the View to the conversation',
    requirements: ['R-262'],
    mutant: 'says-logs',
    judge: ({ said }) => expectThat(!said.some((turn) => turn.includes('only logged')), said, 'no log in it'),
  },
  {
    id: 'host/model-context/provide-future-turns',
    title: 'passes ui/update-model-context to the model',
    requirements: ['R-244', 'R-246'],
    alsoKnownAs: ['model-context/provide-future-turns'],
    level: 'should',
    mutant: 'loses-context',
    judge: ({ update, context }) =>
      expectThat(isDone(update) && includes(context[0], 'first'), { update, context: context[0] }, 'first'),
  },
  {
    id: 'host/model-context/last-wins',
    title: 'passes only the last model context to the model',
    requirements: ['R-245', 'R-247', 'R-248'],
    alsoKnownAs: ['model-context/last-wins', 'model-context/overwrite-defer-dedupe-display'],
    mutant: 'collects-context',
    judge: ({ context }) =>
      expectThat(includes(context[1], 'second') && !includes(context[1], 'first'), context[1], 'second, and not first'),
  },
  {
    id: 'host/model-context/structured',
    title: 'passes structured model context to the model',
    requirements: ['R-244', 'R-246'],
    level: 'should',
    mutant: 'loses-structured-context',
    judge: ({ structured }) => expectThat(includes(structured, '"order":2'), structured, '{"order":2}'),
  },
  {
    id: 'host/model-context/clears',
    title: 'clears the model context on an empty update',
    requirements: ['R-250'],
    tag: 'package',
    level: 'should',
    mutant: 'never-clears',
    judge: ({ context }) => expectThat(!includes(context[2], 'second'), context[2], 'nothing'),
  },
  {
    id: 'host/model-context/no-turn',
    title: 'does not start a turn on a model context update',
    requirements: ['R-242'],
    mutant: 'says-context',
    judge: ({ turnsByUpdate }) => expectThat(turnsByUpdate === 0, `${turnsByUpdate} turns`, 'none'),
  },
  offered('downloadFile', {
    id: 'host/downloads/saves',
    title: 'saves a file on ui/download-file under a safe name',
    requirements: ['R-132', 'R-233', 'R-235', 'R-236'],
    tag: 'draft',
    level: 'should',
    mutant: 'saves-nothing',
    judge: ({ download, saved }) =>
      expectThat(isDone(download) && saved[0] === 'yes.txt', { download, saved }, 'a result, and yes.txt'),
  }),
  offered('downloadFile', {
    id: 'host/downloads/denied',
    title: 'returns an error for a denied download, and does not save it',
    requirements: ['R-234', 'R-237'],
    tag: 'draft',
    level: 'should',
    mutant: 'never-denies',
    judge: ({ denied: { download }, deniedSaved }) =>
      expectThat(isRefused(download) && !deniedSaved, { download, deniedSaved }, 'a refusal'),
  }),
])
