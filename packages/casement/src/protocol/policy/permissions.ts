import { CasementError } from '../errors.ts'
import type { McpUiResourcePermissions } from '../schemas/index.ts'

/** A permission as resource metadata names it. */
export type PermissionName = keyof McpUiResourcePermissions

/** From the name in the metadata to the browser's feature. */
export const PERMISSION_FEATURES: Readonly<Record<PermissionName, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
}

// What Chromium 156 calls its policy-controlled features. A name that a browser does not know is a line in its console and
// nothing more, so the list holds those of the one engine that enforces the header in full.
const FEATURES = `accelerometer aria-notify autoplay browsing-topics camera captured-surface-control ch-device-memory ch-downlink ch-dpr
ch-ect ch-prefers-color-scheme ch-prefers-reduced-motion ch-prefers-reduced-transparency ch-rtt ch-save-data ch-ua ch-ua-arch
ch-ua-bitness ch-ua-form-factors ch-ua-full-version ch-ua-full-version-list ch-ua-high-entropy-values ch-ua-mobile ch-ua-model
ch-ua-platform ch-ua-platform-version ch-ua-wow64 ch-viewport-height ch-viewport-width ch-width clipboard-read clipboard-write
compute-pressure cross-origin-isolated deferred-fetch deferred-fetch-minimal digital-credentials-create digital-credentials-get
display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection interest-cohort
keyboard-map language-detector language-model local-fonts local-network local-network-access loopback-network magnetometer
media-playback-while-not-visible microphone midi on-device-speech-recognition otp-credentials payment picture-in-picture
private-state-token-issuance private-state-token-redemption publickey-credentials-create publickey-credentials-get screen-wake-lock
serial speaker-selection storage-access summarizer sync-xhr translator unload usb window-management xr-spatial-tracking`

/** The browser features of granted permissions, in the order of the specification's table. */
export function grantedFeatures(permissions: McpUiResourcePermissions, extra: readonly string[]): string[] {
  const asked = (Object.keys(PERMISSION_FEATURES) as PermissionName[]).filter((name) => permissions[name] !== undefined)
  return [...new Set([...asked.map((name) => PERMISSION_FEATURES[name]), ...extra])]
}

/**
 * The `allow` attribute of a frame. Without `target` each feature goes to the origin of the frame's `src`, which
 * an opaque frame does not have: such a frame needs `*`, and only it can be meant because the frame holds one document (4.7).
 */
export function allowAttribute(features: readonly string[], target?: string): string {
  return features.map((feature) => (target === undefined ? feature : `${feature} ${target}`)).join('; ')
}

/** A `Permissions-Policy` value that grants these features to the document (and whom it frames, by `delegateTo`) and denies all others. */
export function permissionsPolicy(features: readonly string[], delegateTo: readonly string[] = []): string {
  const granted = new Set(features)
  const allowed = ['self', ...delegateTo.map((origin) => quoteOrigin(origin))].join(' ')
  const names = [...new Set([...FEATURES.split(/\s/), ...features])].toSorted()
  return names.map((name) => `${name}=(${granted.has(name) ? allowed : ''})`).join(', ')
}

function quoteOrigin(text: string): string {
  if (!/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/.test(text)) {
    throw new CasementError(
      'INVALID_ARGUMENT',
      `permissionsPolicy: ${JSON.stringify(text)} is not an origin; write "https://app.example.com"`,
    )
  }
  return `"${text}"`
}
