import type { HostProfile, ProfileFact } from './host-profile.ts'

const does = (text: string, source: string): ProfileFact => ({ text, source, isImitated: true })
const says = (text: string, source: string): ProfileFact => ({ text, source, isImitated: false })

const SPEC = 'MCP Apps specification 2026-01-26'
const VSCODE = 'microsoft/vscode, chatMcpAppModel.ts'
const GOOSE = 'block/goose, McpAppRenderer.tsx'
const EXT_APPS = 'modelcontextprotocol/ext-apps'
const DATE = '2026-11-16'

const BASE = { compat: true, withoutExtensions: true } as const

/** The built-in profiles, ours first. Hosts change; each fact holds for the source that it names, on the date of its profile. */
export const BUILT_IN_PROFILES = {
  strict: {
    casementProfile: 1,
    id: 'strict',
    title: 'Strict',
    date: DATE,
    source: SPEC,
    summary: 'The specification, strictly: an app that works here works in every host that conforms.',
    settings: { compat: false },
    facts: [
      does('A handshake with missing or misnamed members is refused.', SPEC),
      does('The policy contains the declared origins only.', SPEC),
    ],
    unknown: '',
  },
  'spec-lenient': {
    casementProfile: 1,
    id: 'spec-lenient',
    title: 'Lenient',
    date: DATE,
    source: `${EXT_APPS}, samples and basic-host`,
    summary: 'Accepts common handshake mistakes of hand-written Views, with the policy of the reference host.',
    settings: { compat: true, isPolicyLoose: true },
    facts: [
      does(
        'clientInfo is accepted as appInfo, missing members get defaults, and initialize of MCP gets a response.',
        `${EXT_APPS}, samples`,
      ),
      does('The policy also grants unsafe-eval, blob: and data:.', `${EXT_APPS}, basic-host`),
    ],
    unknown: '',
  },
  claude: {
    casementProfile: 1,
    id: 'claude',
    title: 'Claude',
    date: DATE,
    source: `${EXT_APPS}, guides and issues`,
    summary: 'Documented and reported behaviour of Claude.',
    settings: { ...BASE, ignoredCsp: ['frameDomains'], domain: 'claude' },
    facts: [
      does(
        'A declared domain must be the first 32 hex digits of the SHA-256 of the server’s address, with .claudemcpcontent.com; otherwise the View is not shown.',
        `${EXT_APPS}, registerAppResource with domain`,
      ),
      does('frameDomains has no effect.', 'anthropics, build-mcp-app skill'),
      does('The frame stays hidden until the handshake is complete.', `${EXT_APPS}, troubleshooting guide`),
      says('The app and the model use separate MCP sessions.', `${EXT_APPS}, issues 458 and 481`),
      says(
        'Every endpoint of the server must support resources/read, otherwise the View stays blank.',
        `${EXT_APPS}, portability guide`,
      ),
    ],
    unknown: 'Its capabilities, display modes, sizes and other grants are unknown.',
  },
  chatgpt: {
    casementProfile: 1,
    id: 'chatgpt',
    title: 'ChatGPT',
    date: DATE,
    source: 'developers.openai.com/apps-sdk/reference',
    summary: 'Documented behaviour of ChatGPT as a host of MCP Apps.',
    settings: { ...BASE, displayModes: ['inline', 'fullscreen', 'pip'] },
    facts: [
      does('Inline, fullscreen and picture in picture.', 'developers.openai.com/apps-sdk/reference'),
      says(
        'tools/call, ui/message and ui/update-model-context are supported. Further functions are in window.openai, which is not emulated.',
        'developers.openai.com/apps-sdk/reference',
      ),
      says('A remounted View was not always initialized again.', `${EXT_APPS}, issue 522`),
    ],
    unknown: 'Its capabilities in ui/initialize, its policy and its limits are unknown.',
  },
  vscode: {
    casementProfile: 1,
    id: 'vscode',
    title: 'VS Code',
    date: DATE,
    source: VSCODE,
    summary: 'Behaviour of the source code of VS Code.',
    settings: {
      ...BASE,
      displayModes: ['inline'],
      without: ['onlisttools', 'onlistresources', 'onlistresourcetemplates', 'onlistprompts'],
      maxHeight: 0.8,
    },
    facts: [
      does('Inline only: a request for another mode returns inline.', VSCODE),
      does('The height of a View is limited to 80 % of the window.', 'microsoft/vscode, chatMcpAppSubPart.ts'),
      does('Requests for the lists of tools, resources and prompts fail with “method not found”.', VSCODE),
      says('clipboardWrite is the only granted permission; img-src and media-src allow data:.', VSCODE),
      says('ui/message puts the text into an empty input field and does not send it.', VSCODE),
    ],
    unknown: 'Facts that are not in those files are those of the strict profile.',
  },
  goose: {
    casementProfile: 1,
    id: 'goose',
    title: 'Goose',
    date: DATE,
    source: GOOSE,
    summary: 'Behaviour of the source code of goose.',
    settings: {
      ...BASE,
      displayModes: ['inline', 'fullscreen', 'pip'],
      pip: { width: 400, height: 300 },
      ignoresPermissions: true,
    },
    facts: [
      does('Inline, fullscreen and picture in picture of 400 by 300.', GOOSE),
      does('Permissions are not passed to the sandbox.', GOOSE),
      does('The width that a View reports is ignored.', GOOSE),
      says('Tools that a View offers are ignored.', 'block/goose, issue 8016'),
    ],
    unknown: 'Facts that are not in those files are those of the strict profile.',
  },
} as const satisfies Record<string, HostProfile>
