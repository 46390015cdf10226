/**
 * A modal dialog: the `dialog` element of the browser, which keeps the focus inside and the page behind it inert.
 *
 * Enter submits it. Escape and the cross close it, after a question when the user has typed something. When it closes,
 * the focus returns to where it was.
 */
import { Button, Layer } from '@carbon/react'
import { Close } from '@carbon/react/icons'
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { t } from '../text/t.ts'
import { ActionButton } from './action-button.tsx'
import { useModal } from './focus-history.ts'
import { ErrorNotice, Notice } from './notice.tsx'

export interface DialogProps {
  title: string
  /** A line above the title, such as the name of the object. */
  label?: string | undefined
  size?: 'sm' | 'md' | 'lg'
  /** The label of the submitting button; undefined for a dialog that only shows something. */
  action?: string | undefined
  /** Whether the action cannot be undone. The focus is then on the button that closes the dialog. */
  danger?: boolean
  /** The label of the button that closes the dialog. */
  cancel?: string
  /** Whether the action runs; the submitting button cannot be used meanwhile. */
  busy?: boolean
  /** Why the submitting button cannot be used; undefined or false if it can. */
  reason?: string | false | undefined
  /** The error text of the last run. */
  problem?: string | undefined
  /** What closing the dialog with Escape or the cross would lose; undefined when it loses nothing. */
  loses?: string | undefined
  /** The selector of the field that has the focus first; by default the first field. */
  focus?: string
  /** Further buttons, before the one that closes the dialog. */
  buttons?: ReactNode
  children?: ReactNode
  submit?(): void
  close(): void
}

/** The fields that a dialog can focus first. */
const fields = '.dialog__body :is(input, select, textarea):not([type="hidden"]):not(:disabled)'

export function Dialog(props: DialogProps) {
  const { title, label, size = 'md', action, danger = false, cancel = t('Cancel'), busy = false } = props
  const { reason, problem, loses, focus, buttons, children, submit, close } = props
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const [asking, setAsking] = useState(false)

  useModal(element, (dialog) => {
    const first = dialog.querySelector<HTMLElement>(danger ? '[data-cancel]' : (focus ?? fields))
    return first ?? dialog.querySelector<HTMLElement>('.dialog__body')
  })

  function requestClose() {
    if (loses !== undefined && !asking) setAsking(true)
    else if (loses !== undefined) setAsking(false)
    else close()
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    requestClose()
  }

  function submitOnce(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!busy && !reason) submit?.()
  }

  return (
    <dialog
      ref={element}
      className={`dialog dialog--${size}`}
      aria-labelledby={id}
      onKeyDown={closeOnEscape}
      onCancel={(event) => {
        event.preventDefault()
        requestClose()
      }}
    >
      <Layer level={1}>
        <form className="dialog__form" noValidate onSubmit={submitOnce}>
          <header className="dialog__head">
            <div>
              {label && <p className="dialog__label">{label}</p>}
              <h2 className="dialog__title" id={id}>
                {title}
              </h2>
            </div>
            <button type="button" className="dialog__close" aria-label={t('Close the dialog')} onClick={requestClose}>
              <Close size={20} />
            </button>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
          <section className="dialog__body" tabIndex={0} aria-labelledby={id}>
            {children}
            {problem && <ErrorNotice text={problem} />}
            {asking && (
              <Notice kind="warning" role="alert" title={loses ?? ''} action={[t('Discard and close'), close]} />
            )}
          </section>
          <footer className="dialog__foot">
            {buttons}
            <Button kind="secondary" data-cancel onClick={close}>
              {cancel}
            </Button>
            {action && (
              <ActionButton
                type="submit"
                kind={danger ? 'danger' : 'primary'}
                busy={busy}
                reason={reason}
                {...(danger && { onClick: ignoreSecondClick })}
              >
                {action}
              </ActionButton>
            )}
          </footer>
        </form>
      </Layer>
    </dialog>
  )
}

/** The second click of a double-click on the button that opened the dialog confirms nothing. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}
