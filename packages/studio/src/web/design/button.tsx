import { Tooltip } from '@base-ui/react/tooltip'
import type { ComponentProps, ReactElement } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** The variant of a button: `primary` for the main action, `ghost` for one of several. */
export type ButtonLook = 'plain' | 'primary' | 'ghost' | 'danger'

/** The props of a button, in addition to those of `<button>`. */
export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook
  readonly size?: 'normal' | 'small'
  readonly icon?: IconName | undefined
}

/** A button with a label. */
export function Button({ look = 'plain', size = 'normal', icon, children, className, ...rest }: ButtonProps): ReactElement {
  return (
    <button type="button" className={className ? `button ${className}` : 'button'} data-look={look} data-size={size} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** The props of an icon button: a drawing and its label. */
export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  readonly icon: IconName
  readonly label: string
  /** The keyboard shortcut, shown in the label. */
  readonly keys?: string | undefined
}

/** A button with an icon; its label is shown on hover and focus, and read by screen readers. */
export function IconButton({ icon, label, keys, look = 'ghost', size = 'normal', ...rest }: IconButtonProps): ReactElement {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <button
            type="button"
            className="button"
            data-look={look}
            data-size={size}
            data-icon-only=""
            aria-label={label}
            {...rest}
          />
        }
      >
        <Icon name={icon} />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner className="menu-positioner" sideOffset={6}>
          <Tooltip.Popup className="tooltip">
            {label}
            {keys && ` (${keys})`}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
