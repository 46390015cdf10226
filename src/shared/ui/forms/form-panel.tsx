/** A form on a page: its fields, the error of its action, and the button that runs it. */
import { type ButtonProps, Form as CarbonForm } from '@carbon/react'
import type { FormEvent, ReactNode } from 'react'
import { ActionButton } from '../feedback/action-button.tsx'
import { ErrorNotice } from '../feedback/notice.tsx'
import { useAction } from '../feedback/use-action.ts'
import { FormFields } from './form-fields.tsx'
import type { Form } from './use-form.ts'

export interface FormPanelProps<Draft> extends Pick<ButtonProps<'button'>, 'kind' | 'size' | 'renderIcon'> {
  form: Form<Draft>
  /** The label of the button. */
  action: string
  /** Runs the action. The form shows the message of an error. */
  run(): Promise<unknown>
  /** The title and the text of the notification after a success. */
  done?: string
  about?: string
  /** Called after a success. */
  succeeded?(): void
  /** Why the button cannot be used; undefined or false if it can. */
  reason?: string | false | undefined
  /** The texts of the fields that must not be empty. */
  requires?: readonly string[]
  className?: string
  /** The name of the form for assistive technology. */
  label?: string
  /** Content between the fields and the button. */
  children?: ReactNode
}

export function FormPanel<Draft extends object>(props: FormPanelProps<Draft>) {
  const { form, action: title, run, done, about, succeeded, className = 'form', label, children, ...button } = props
  const action = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.errors.check()) return
    if (await action.run(run, done, about)) succeeded?.()
  }

  return (
    <CarbonForm className={className} noValidate aria-label={label} onSubmit={(event) => void submit(event)}>
      <FormFields form={form} />
      {children}
      {action.problem && <ErrorNotice text={action.problem} />}
      <div>
        <ActionButton type="submit" {...button} busy={action.busy}>
          {title}
        </ActionButton>
      </div>
    </CarbonForm>
  )
}
