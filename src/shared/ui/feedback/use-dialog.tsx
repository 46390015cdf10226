/** Dialogs that a page opens on request, one at a time. */
import { Button, type ButtonProps } from '@carbon/react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { createParameter, parseHashQuery, replaceHashQuery } from '../routing/hash-query.ts'

/** Renders a dialog, which calls `close` when it ends. */
export type RenderDialog = (close: () => void) => ReactNode

/** Returns the function that opens a dialog, and the open dialog, whose code may be lazy and which the caller renders. */
export function useDialog(): { dialog: ReactNode; show(render: RenderDialog): void } {
  const [render, setRender] = useState<RenderDialog>()
  const dialog = render && <Suspense>{render(() => setRender(undefined))}</Suspense>
  return { dialog, show: (next) => setRender(() => next) }
}

export interface DialogButtonProps extends ButtonProps<'button'> {
  dialog: RenderDialog
  /** Whether a link of `buildCreateLink` to the page opens the dialog as well. */
  opensByLink?: boolean
}

/** A button that opens a dialog. */
export function DialogButton({ dialog: render, opensByLink = false, ...button }: DialogButtonProps) {
  const { dialog, show } = useDialog()

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new URL opens the dialog, and not a new render
  useEffect(() => {
    if (!opensByLink) return
    function open() {
      if (!parseHashQuery(location.hash).has(createParameter)) return
      history.replaceState(history.state, '', replaceHashQuery(location.hash, { [createParameter]: '' }))
      show(render)
    }
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [opensByLink])

  return (
    <>
      <Button {...button} onClick={() => show(render)} />
      {dialog}
    </>
  )
}
