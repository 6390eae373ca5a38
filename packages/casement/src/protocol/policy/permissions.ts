import { CasementError } from '../errors.ts'
import type { McpUiResourcePermissions } from '../schemas/index.ts'

/** The name of a permission in resource metadata. */
export type PermissionName = keyof McpUiResourcePermissions

/** The browser feature of each permission. */
export const PERMISSION_FEATURES: Readonly<Record<PermissionName, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
}

/** The permissions that a document with an opaque origin can use: browsers refuse it the camera and the microphone. */
export const OPAQUE_PERMISSIONS: readonly PermissionName[] = ['geolocation', 'clipboardWrite']

// The policy-controlled features of Chromium 156, the only engine that enforces the whole header. A browser only logs a name that it
// does not know.
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

/** The browser features of granted permissions, in the order of the specification. */
export function grantedFeatures(permissions: McpUiResourcePermissions, extra: readonly string[]): string[] {
  const granted = (Object.keys(PERMISSION_FEATURES) as PermissionName[]).filter((name) => permissions[name] !== undefined)
  return [...new Set([...granted.map((name) => PERMISSION_FEATURES[name]), ...extra])]
}

/**
 * The `allow` attribute of a frame. Without `target`, each feature is granted to the origin of the frame's `src`. A frame
 * with an opaque origin needs the target `*`, which is safe because the frame holds only one document.
 */
export function allowAttribute(features: readonly string[], target?: string): string {
  return features.map((feature) => (target === undefined ? feature : `${feature} ${target}`)).join('; ')
}

/** A `Permissions-Policy` value that grants these features to the document and to the `delegateTo` origins in its frames, and denies all others. */
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
      `permissionsPolicy: ${JSON.stringify(text)} is not an origin. Write it like "https://app.example.com"`,
    )
  }
  return `"${text}"`
}
