import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** One thing that can be done. */
export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  readonly tone?: 'danger'
  readonly run: () => void
}

/** Things that can be done, behind a button. */
export function Menu({
  label,
  items,
  icon = 'dots',
}: {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly icon?: IconName
}): ReactElement {
  return (
    <Base.Root>
      <Base.Trigger className="button" data-look="ghost" data-size="small" data-icon-only="" aria-label={label}>
        <Icon name={icon} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="menu-positioner" sideOffset={4} align="end">
          <Base.Popup className="menu">
            {items.map((item) => (
              <Base.Item key={item.label} className="menu-item" data-tone={item.tone} onClick={item.run}>
                {item.icon && <Icon name={item.icon} />}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
