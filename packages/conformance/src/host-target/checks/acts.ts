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

/** Links, messages, downloads, and what the model gets to know. */
export const actChecks: readonly HostCheck[] = checksIn(acts, [
  offered('openLinks', {
    id: 'host/links/open-external',
    title: 'opens a link that the View asks for',
    requirements: ['R-131', 'R-228', 'R-229'],
    alsoKnownAs: ['links/open-external'],
    level: 'should',
    mutant: 'opens-nothing',
    judge: ({ link, linkOpened }) =>
      expectThat(isDone(link) && linkOpened, { link, linkOpened }, 'a result, and the page asked for'),
  }),
  offered('openLinks', {
    id: 'host/links/script',
    title: 'opens no javascript: links',
    requirements: ['R-231'],
    tag: 'package',
    level: 'should',
    mutant: 'opens-scripts',
    judge: ({ scriptLink, scriptLinkOpened }) =>
      expectThat(isRefused(scriptLink) && !scriptLinkOpened, { scriptLink, scriptLinkOpened }, 'a refusal'),
  }),
  offered('openLinks', {
    id: 'host/links/denied',
    title: 'says so when a link was denied, and does not open it',
    requirements: ['R-230'],
    level: 'should',
    mutant: 'never-denies',
    judge: ({ denied: { link }, deniedOpened }) =>
      expectThat(isRefused(link) && !deniedOpened, { link, deniedOpened }, 'a refusal'),
  }),
  {
    id: 'host/messages/add-to-conversation',
    title: 'adds a message of the View to the conversation, as the user',
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
    title: 'takes a message whose content is one block, as the specification writes it',
    requirements: ['R-238'],
    level: 'should',
    mutant: 'arrays-only',
    judge: ({ textMessage }) => expectThat(isDone(textMessage), textMessage, 'a result'),
  },
  {
    id: 'host/messages/consent',
    title: 'says so when a message was denied, and does not add it',
    requirements: ['R-240'],
    alsoKnownAs: ['messages/consent'],
    level: 'should',
    mutant: 'never-denies',
    judge: ({ denied: { message }, deniedSaid }) =>
      expectThat(isRefused(message) && !deniedSaid, { message, deniedSaid }, 'a refusal'),
  },
  {
    id: 'host/messages/no-leak',
    title: 'tells the View nothing of the conversation in return',
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
    title: 'keeps logs of the View out of the conversation',
    requirements: ['R-262'],
    mutant: 'says-logs',
    judge: ({ said }) => expectThat(!said.some((turn) => turn.includes('only logged')), said, 'no log in it'),
  },
  {
    id: 'host/model-context/provide-future-turns',
    title: 'gives the model what the View has for it',
    requirements: ['R-244', 'R-246'],
    alsoKnownAs: ['model-context/provide-future-turns'],
    level: 'should',
    mutant: 'loses-context',
    judge: ({ update, context }) =>
      expectThat(isDone(update) && includes(context[0], 'first'), { update, context: context[0] }, 'first'),
  },
  {
    id: 'host/model-context/last-wins',
    title: 'gives the model the last update only',
    requirements: ['R-245', 'R-247', 'R-248'],
    alsoKnownAs: ['model-context/last-wins', 'model-context/overwrite-defer-dedupe-display'],
    mutant: 'collects-context',
    judge: ({ context }) =>
      expectThat(includes(context[1], 'second') && !includes(context[1], 'first'), context[1], 'second, and not first'),
  },
  {
    id: 'host/model-context/structured',
    title: 'gives the model structured content, too',
    requirements: ['R-244', 'R-246'],
    level: 'should',
    mutant: 'loses-structured-context',
    judge: ({ structured }) => expectThat(includes(structured, '"order":2'), structured, '{"order":2}'),
  },
  {
    id: 'host/model-context/clears',
    title: 'takes an empty update as the end of the earlier one',
    requirements: ['R-250'],
    tag: 'package',
    level: 'should',
    mutant: 'never-clears',
    judge: ({ context }) => expectThat(!includes(context[2], 'second'), context[2], 'nothing'),
  },
  {
    id: 'host/model-context/no-turn',
    title: 'does not make a turn of the conversation of an update',
    requirements: ['R-242'],
    mutant: 'says-context',
    judge: ({ turnsByUpdate }) => expectThat(turnsByUpdate === 0, `${turnsByUpdate} turns`, 'none'),
  },
  offered('downloadFile', {
    id: 'host/downloads/saves',
    title: 'saves a file for the View under a harmless name',
    requirements: ['R-132', 'R-233', 'R-235', 'R-236'],
    tag: 'draft',
    level: 'should',
    mutant: 'saves-nothing',
    judge: ({ download, saved }) =>
      expectThat(isDone(download) && saved[0] === 'yes.txt', { download, saved }, 'a result, and yes.txt'),
  }),
  offered('downloadFile', {
    id: 'host/downloads/denied',
    title: 'says so when a download was denied, and does not save it',
    requirements: ['R-234', 'R-237'],
    tag: 'draft',
    level: 'should',
    mutant: 'never-denies',
    judge: ({ denied: { download }, deniedSaved }) =>
      expectThat(isRefused(download) && !deniedSaved, { download, deniedSaved }, 'a refusal'),
  }),
])
