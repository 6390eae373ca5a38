/** Languages to try a View in: left to right, right to left, and scripts of different width. */
export const LOCALES: readonly string[] = [
  'en-US',
  'en-GB',
  'de-CH',
  'fr-FR',
  'es-ES',
  'pt-BR',
  'ar-EG',
  'he-IL',
  'hi-IN',
  'ja-JP',
  'zh-Hans-CN',
  'tr-TR',
]
