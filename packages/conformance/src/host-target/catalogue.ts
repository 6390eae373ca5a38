const ids = (group: string, names: string): string[] => names.split(' ').map((name) => `${group}/${name}`)

/** The ids of the official catalogue of host requirements. */
export const CATALOGUE: readonly string[] = [
  ...ids(
    'security',
    'iframe-sandboxed sandbox-proxy-required sandbox-distinct-origin sandbox-permissions sandbox-proxy-ready sandbox-resource-ready sandbox-csp-enforced sandbox-message-forwarding sandbox-no-self-requests csp-construct-from-domains csp-default-deny csp-allow-declared csp-no-loosening permissions-allow-attr csp-audit-log external-domain-warning global-allowlist',
  ),
  ...ids(
    'lifecycle',
    'initialize-capabilities tool-input tool-input-partial tool-input-partial-stop tool-result tool-cancelled teardown-notify teardown-await',
  ),
  ...ids('tools', 'proxy-call'),
  ...ids('visibility', 'app-tool-hidden app-tool-call-guard'),
  ...ids('resources', 'read-referenced prefetch'),
  ...ids('context', 'initialize-hostcontext context-changed'),
  ...ids('dimensions', 'listen-size-changed'),
  ...ids('display', 'no-undeclared-mode return-resulting-mode unavailable-returns-current decline-undeclared'),
  ...ids('links', 'open-external'),
  ...ids('messages', 'add-to-conversation consent'),
  ...ids('model-context', 'provide-future-turns last-wins overwrite-defer-dedupe-display'),
  ...ids('capabilities', 'mimetypes-required server-passthrough'),
]

/** Those that cannot be seen from outside, and why. */
export const NOT_OBSERVABLE: Readonly<Record<string, string>> = {
  'security/csp-audit-log': 'the destination of a log is not observable (R-064)',
  'security/external-domain-warning': 'a warning to the user has no defined form (R-065)',
  'security/global-allowlist': 'optional: a host without a list conforms (R-066)',
  'resources/prefetch': 'optional: a host that reads late conforms (R-025)',
}
