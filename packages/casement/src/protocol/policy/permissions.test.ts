import { buildAllowAttribute } from '@modelcontextprotocol/ext-apps/app-bridge'
import { describe, expect, test } from 'vitest'
import { compilePolicy } from './compile-policy.ts'
import { permissionsPolicy } from './permissions.ts'

const ALL = { clipboardWrite: {}, geolocation: {}, microphone: {}, camera: {} }
const REQUESTS = [{}, { camera: {} }, { clipboardWrite: {} }, { microphone: {}, geolocation: {} }, ALL]

describe('permissions', () => {
  test.each(REQUESTS)('R-073, R-075: the allow attribute of %j is that of the official package', (permissions) => {
    expect(compilePolicy({ permissions }).allow).toBe(buildAllowAttribute(permissions))
  })

  test('the allow attribute of an opaque frame has the target *', () => {
    expect(compilePolicy({ permissions: ALL }).allowOpaque).toBe('camera *; microphone *; geolocation *; clipboard-write *')
    expect(compilePolicy({}).allowOpaque).toBe('')
  })

  test('R-078: granted permissions are reported, and omitted if there are none', () => {
    expect(compilePolicy({ permissions: { camera: { later: 1 } } }).reported).toEqual({ permissions: { camera: {} } })
    expect(compilePolicy({ permissions: {} }).reported).toEqual({})
  })

  test('the Permissions-Policy allows the granted features and denies all others', () => {
    const members = compilePolicy({ permissions: { camera: {} } }).permissionsPolicy.split(', ')
    expect(members.length).toBeGreaterThan(60)
    expect(members.filter((member) => !member.endsWith('=()'))).toEqual(['camera=(self)'])
    for (const name of ['microphone', 'usb', 'display-capture', 'clipboard-read', 'clipboard-write', 'fullscreen', 'payment']) {
      expect(members).toContain(`${name}=()`)
    }
    expect(new Set(members.map((member) => member.split('=')[0])).size).toBe(members.length)
  })

  test('a proxy can delegate the features to its inner frame', () => {
    expect(permissionsPolicy(['camera'], ['https://app1.sandbox.example'])).toContain(
      'camera=(self "https://app1.sandbox.example")',
    )
    expect(() => permissionsPolicy(['camera'], ['https://a.example", usb=*'])).toThrow('is not an origin')
  })

  test('additional features of the host are in all three values', () => {
    const compiled = compilePolicy({ permissions: { camera: {} } }, { grant: { features: ['fullscreen', 'brand-new'] } })
    expect(compiled.allow).toBe('camera; fullscreen; brand-new')
    expect(compiled.permissionsPolicy).toContain('fullscreen=(self)')
    expect(compiled.permissionsPolicy).toContain('brand-new=(self)')
    expect(compiled.reported).toEqual({ permissions: { camera: {} } })
  })

  test.each([
    [{ camera: true }, 'permissions.camera bad-permission'],
    [{ camera: 'yes' }, 'permissions.camera bad-permission'],
    [{ camera: null }, 'permissions.camera bad-permission'],
    [{ camera: [] }, 'permissions.camera bad-permission'],
    [{ usb: {} }, 'permissions.usb unknown-member'],
    [{ 'camera *; usb': {} }, 'permissions.camera *; usb unknown-member'],
    [true, 'permissions not-an-object'],
    [['camera'], 'permissions not-an-object'],
    ['camera', 'permissions not-an-object'],
    [null, 'permissions not-an-object'],
  ])('R-039: %j is refused with a reason and does not throw', (permissions, refusal) => {
    const compiled = compilePolicy({ permissions })
    expect(compiled.allow).toBe('')
    expect(compiled.refused.map(({ where, code }) => `${where} ${code}`)).toEqual([refusal])
  })

  test('camera and microphone are refused to a View without an origin, as browsers do, whatever the host grants', () => {
    const { allowOpaque, effective, refused } = compilePolicy({ permissions: ALL }, { opaque: true, grant: {} })
    expect(allowOpaque).toBe('geolocation *; clipboard-write *')
    expect(effective.permissions).toEqual({ geolocation: {}, clipboardWrite: {} })
    expect(refused.map(({ where, code }) => `${where} ${code}`)).toEqual([
      'permissions.camera opaque-origin',
      'permissions.microphone opaque-origin',
    ])
  })

  test('a permission that the host does not grant is refused', () => {
    const compiled = compilePolicy({ permissions: ALL }, { grant: { permissions: ['clipboardWrite'] } })
    expect(compiled.allow).toBe('clipboard-write')
    expect(compiled.refused.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'permission-not-granted'))
  })
})
