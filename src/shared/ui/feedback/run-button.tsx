/** A button that runs an action, and tells its result in a notification. */
import type { ComponentProps } from 'react'
import { ActionButton } from './action-button.tsx'
import { useAction } from './use-action.ts'

export interface RunButtonProps extends Omit<ComponentProps<typeof ActionButton>, 'busy' | 'onClick'> {
  run(): Promise<unknown>
  /** The title and the text of the notification after a success. */
  done?: string
  about?: string
  /** The verb in the title of an error, such as "Start". */
  verb: string
  /** Called after the action, also when it has failed. */
  ended?(): void
}

export function RunButton({ run, done, about, verb, ended, ...button }: RunButtonProps) {
  const action = useAction({ notifiesErrors: true })
  return (
    <ActionButton {...button} busy={action.busy} onClick={() => void action.run(run, done, about, verb).then(ended)} />
  )
}
