/**
 * Buttons that say why they cannot be used now. They have `aria-disabled` in the place of `disabled`, so that keyboards
 * and screen readers reach them. The reason is their description, shown beside them on hover, focus and activation.
 */
import { Button, type ButtonProps, IconButton, type IconButtonProps } from '@carbon/react'
import type { CarbonIconType } from '@carbon/react/icons'
import { type KeyboardEvent, type SyntheticEvent, useId, useRef } from 'react'
import { t } from '../text/t.ts'

interface Availability {
  /** Whether an action runs that must end first. */
  busy?: boolean | undefined
  /** Why the button cannot be used; undefined or false if it can. */
  reason?: string | false | undefined
  /** The texts of the fields that must not be empty. */
  requires?: readonly string[] | undefined
}

export type Explained<Props> = Omit<Props, 'disabled' | 'className'> & Availability

export function ActionButton({ busy, reason, requires, children, ...props }: Explained<ButtonProps<'button'>>) {
  const { attributes, tip } = useReason({ busy, reason, requires })
  return (
    <Button {...props} {...attributes} className={tip && 'cds--btn--disabled'}>
      {children}
      {tip}
    </Button>
  )
}

export function ActionIconButton({ busy, reason, children, ...props }: Explained<IconButtonProps>) {
  const { attributes, tip } = useReason({ busy, reason })
  return (
    <IconButton {...props} {...attributes} {...(tip && { className: 'cds--btn--disabled' })}>
      {children}
      {tip}
    </IconButton>
  )
}

/** Returns the attributes of a control and the text for its inside, which is no part of its name. */
export function useReason({ busy, reason, requires = [] }: Availability) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const empty = requires.includes('') && t('Fill in the required fields first.')
  const text = busy ? t('Wait until the running action has ended.') : empty || reason
  if (!text) return { attributes: {}, tip: undefined }

  const hide = () => tip.current?.hidePopover()
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => tip.current && showBeside(tip.current, currentTarget)
  const attributes = {
    'aria-disabled': true,
    'aria-describedby': id,
    onMouseEnter: show,
    onMouseLeave: hide,
    onFocus: show,
    onBlur: hide,
    onClick(event: SyntheticEvent<HTMLElement>) {
      event.preventDefault() // submits no form
      show(event)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !tip.current?.matches(':popover-open')) return
      event.preventDefault() // closes no dialog
      hide()
    },
  }
  const element = (
    <span ref={tip} id={id} className="reason" popover="manual" aria-hidden="true">
      {text}
    </span>
  )
  return { attributes, tip: element }
}

/** Shows a tip above a control, or below it where there is no space above, within the window. */
function showBeside(tip: HTMLElement, control: HTMLElement): void {
  tip.showPopover()
  const { top, bottom, left } = control.getBoundingClientRect()
  const { offsetHeight, offsetWidth, style } = tip
  style.insetBlockStart = `${top < offsetHeight ? bottom : top - offsetHeight}px`
  style.insetInlineStart = `${Math.max(0, Math.min(left, innerWidth - offsetWidth))}px`
  const follow = () => tip.matches(':popover-open') && showBeside(tip, control)
  addEventListener('scroll', follow, { capture: true, once: true, passive: true })
}

export interface ToolbarButtonProps {
  label: string
  icon: CarbonIconType
  expanded?: boolean
  busy?: boolean
  /** Where the label is shown on hover. */
  align?: 'bottom' | 'left'
  onClick(): void
}

export function ToolbarButton(props: ToolbarButtonProps) {
  const { label, icon: Icon, expanded, busy = false, align = 'bottom', onClick } = props
  const state = expanded === undefined ? {} : { 'aria-expanded': expanded }
  return (
    <ActionIconButton kind="ghost" size="lg" label={label} align={align} busy={busy} onClick={onClick} {...state}>
      <Icon />
    </ActionIconButton>
  )
}
