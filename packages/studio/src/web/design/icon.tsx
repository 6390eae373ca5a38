import type { ReactElement } from 'react'

const PATHS = {
  activity: 'M3 12h4l3 8 4-16 3 8h4',
  bookmark: 'M6 4h12v16l-6-4-6 4z',
  check: 'M5 12.5 10 17 19 7',
  chevron: 'm9 6 6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dots: 'M4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  download: 'M12 4v11m0 0-4-4m4 4 4-4M4 20h16',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  fork: 'M7 4v9a4 4 0 0 0 4 4h6M7 4v16m7-6 3 3-3 3',
  inspect: 'M4 5h16v14H4zM14 5v14',
  key: 'M15 9a4 4 0 1 1-3.5-3.97A4 4 0 0 1 15 9Zm-1.5 2.5L20 18v2h-3v-2h-2v-2',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  message: 'M4 5h16v11H9l-5 4z',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4 6.5 6.5 0 0 0 20 14.5Z',
  play: 'M7 5l12 7-12 7z',
  plug: 'M9 3v5m6-5v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11a8 8 0 1 0-.9 4.5M20 5v6h-6',
  search: 'M16.5 16.5 21 21M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  send: 'M4 12 20 4l-5 16-4-7zM11 13l9-9',
  settings: 'M4 7h9m5 0h2M4 17h3m5 0h8M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0ZM7 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0Z',
  stop: 'M6 6h12v12H6z',
  sun: 'M12 3v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  system: 'M4 5h16v11H4zM9 20h6m-3-4v4',
  tool: 'M20.5 6.5 17 10l-3-3 3.5-3.5a5.5 5.5 0 0 0-7 7L3.5 17.5a2.1 2.1 0 0 0 3 3l7-7a5.5 5.5 0 0 0 7-7Z',
  trash: 'M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8a8 8 0 0 1 16 0',
  warning: 'M12 4 2.5 20h19zM12 10v4m0 3h.01',
  window: 'M4 4h16v16H4zM12 4v16M4 12h8m0-5 5 2v8l-5 2',
} as const

/** The name of a drawing. */
export type IconName = keyof typeof PATHS

/** An icon that repeats the label next to it; hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
