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
    summary: 'The specification to the letter: what passes here passes in any host that keeps to it.',
    settings: { compat: false },
    facts: [
      does('A handshake with missing or misnamed members is refused.', SPEC),
      does('The policy is made of what is declared, and nothing else.', SPEC),
    ],
    unknown: '',
  },
  'spec-lenient': {
    casementProfile: 1,
    id: 'spec-lenient',
    title: 'Lenient',
    date: DATE,
    source: `${EXT_APPS}, samples and basic-host`,
    summary: 'Forgives the mistakes that hand-written Views make in the handshake, with the policy of the reference host.',
    settings: { compat: true, isPolicyLoose: true },
    facts: [
      does(
        'clientInfo counts as appInfo, missing members are filled in, and initialize of MCP itself is answered.',
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
        'A declared domain must be the first 32 hex digits of the SHA-256 of the server’s address, with .claudemcpcontent.com; else nothing shows.',
        `${EXT_APPS}, registerAppResource with domain`,
      ),
      does('frameDomains has no effect.', 'anthropics, build-mcp-app skill'),
      does('The frame stays hidden until the handshake is complete.', `${EXT_APPS}, troubleshooting guide`),
      says('App and model have MCP sessions of their own.', `${EXT_APPS}, issues 458 and 481`),
      says('Every endpoint of the server must answer resources/read, or the View stays blank.', `${EXT_APPS}, portability guide`),
    ],
    unknown: 'Its capabilities, display modes, sizes and what it grants besides are not known to us.',
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
        'tools/call, ui/message and ui/update-model-context are answered; further functions are in window.openai, which is not imitated.',
        'developers.openai.com/apps-sdk/reference',
      ),
      says('A View that was mounted again was not always initialized again.', `${EXT_APPS}, issue 522`),
    ],
    unknown: 'Its capabilities in ui/initialize, its policy and its limits are not known to us.',
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
      does('Inline only: another mode is answered with inline.', VSCODE),
      does('A View is at most 80 % as high as the window.', 'microsoft/vscode, chatMcpAppSubPart.ts'),
      does('Lists of tools, resources and prompts are answered with “method not found”.', VSCODE),
      says('Only clipboardWrite is granted of the permissions; img-src and media-src allow data:.', VSCODE),
      says('ui/message puts the text into an empty input field and does not send it.', VSCODE),
    ],
    unknown: 'Facts that are not in those files stay as in the strict profile.',
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
      does('Permissions are not handed on to the sandbox.', GOOSE),
      does('The width that a View reports is ignored.', GOOSE),
      says('Tools that a View offers are ignored.', 'block/goose, issue 8016'),
    ],
    unknown: 'Facts that are not in those files stay as in the strict profile.',
  },
} as const satisfies Record<string, HostProfile>
