import { sha256 } from '../../protocol/sha256.ts'

/** Encodes bytes as base64url without padding, which is safe in a URL, a header and a file name. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Decodes base64url. Undefined for any other text. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** SHA-256 of a text, in base64url. */
export async function hashText(text: string): Promise<string> {
  return toBase64Url(await sha256(text))
}

/** The source expression for an inline script or style in a content security policy. */
export async function cspHash(text: string): Promise<string> {
  return `'sha256-${btoa(String.fromCharCode(...(await sha256(text))))}'`
}
