/** Dialogs that a page opens on request, one at a time. */
import { Button, type ButtonProps } from '@carbon/react'
import { type ReactNode, useState } from 'react'

/** Renders a dialog, which calls `close` when it ends. */
export type RenderDialog = (close: () => void) => ReactNode

/** Returns the function that opens a dialog, and the open dialog, which the caller renders. */
export function useDialog(): { dialog: ReactNode; show(render: RenderDialog): void } {
  const [render, setRender] = useState<RenderDialog>()
  return { dialog: render?.(() => setRender(undefined)), show: (next) => setRender(() => next) }
}

/** A button that opens a dialog. */
export function DialogButton({ dialog: render, ...button }: ButtonProps<'button'> & { dialog: RenderDialog }) {
  const { dialog, show } = useDialog()
  return (
    <>
      <Button {...button} onClick={() => show(render)} />
      {dialog}
    </>
  )
}
