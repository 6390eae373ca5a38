/** A `Storage` that keeps its items in memory. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>()
  const methods: Record<string, unknown> = {
    getItem: (key: unknown) => items.get(String(key)) ?? null,
    setItem: (key: unknown, value: unknown) => void items.set(String(key), String(value)),
    removeItem: (key: unknown) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
  }
  // A `Storage` can also be used as a plain object: `localStorage.theme = 'dark'`, `Object.keys(localStorage)`, `delete`.
  return new Proxy(Object.create(Storage.prototype) as Storage, {
    get(target, key) {
      if (typeof key === 'symbol') return Reflect.get(target, key) as unknown
      return key === 'length' ? items.size : (methods[key] ?? items.get(key))
    },
    set: (_, key, value) => Boolean(items.set(String(key), String(value))),
    has: (_, key) => key in methods || items.has(String(key)),
    deleteProperty: (_, key) => (items.delete(String(key)), true),
    defineProperty: (_, key, { value }) => Boolean(items.set(String(key), String(value))),
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) => {
      const value = items.get(String(key))
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true }
    },
  })
}

/**
 * Replaces storage that throws (in an opaque origin, and where the browser blocks third-party storage) with one in memory. Whether it
 * throws is detected on first use, because the browser blocks the process while it looks, and most Views never use storage.
 */
export function installStorageShim(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    replaceIfThrows(window, name, () => ({ value: memoryStorage() }))
  // WebKit does not throw for cookies in an opaque origin, it discards them.
  if (origin === 'null') define(document, 'cookie', memoryCookies())
  else replaceIfThrows(document, 'cookie', memoryCookies)
}

/** Keeps the browser's own property, or replaces it if it throws on first use. */
function replaceIfThrows(target: object, name: string, replacement: () => PropertyDescriptor): void {
  const own = Object.getOwnPropertyDescriptor(target, name)
  const settle = <T>(use: () => T): T => {
    if (own) define(target, name, own)
    else Reflect.deleteProperty(target, name)
    try {
      return use()
    } catch {
      define(target, name, replacement())
      return use()
    }
  }
  define(target, name, {
    enumerable: true,
    get: () => settle(() => Reflect.get(target, name) as unknown),
    set: (value: unknown) => settle(() => Reflect.set(target, name, value)),
  })
}

function memoryCookies(): PropertyDescriptor {
  const jar = new Map<string, string>()
  return {
    get: () => [...jar].map(([name, value]) => (name ? `${name}=${value}` : value)).join('; '),
    set(line: unknown) {
      const [pair = '', ...attributes] = String(line).split(';')
      const cut = pair.indexOf('=')
      const name = pair.slice(0, Math.max(cut, 0)).trim()
      if (attributes.some(isPast)) jar.delete(name)
      else jar.set(name, pair.slice(cut + 1).trim())
    },
  }
}

function isPast(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=')
  const key = name.trim().toLowerCase()
  return key === 'max-age' ? Number(value) <= 0 : key === 'expires' && Date.parse(value) < Date.now()
}

function define(target: object, name: string, property: PropertyDescriptor): void {
  Object.defineProperty(target, name, { configurable: true, ...property })
}
