/** A dialog with the fields of a form, and with its children after them: it submits what is right, and asks before it loses what was entered. */
import { ActionDialog, type ActionDialogProps } from '../feedback/action-dialog.tsx'
import { FormFields } from './form-fields.tsx'
import type { Form } from './use-form.ts'

export interface FormDialogProps<Draft> extends ActionDialogProps {
  form: Form<Draft>
}

export function FormDialog<Draft extends object>({ form, loses, children, ...props }: FormDialogProps<Draft>) {
  return (
    <ActionDialog check={form.errors.check} {...props} loses={form.isChanged ? loses : undefined}>
      <div className="form">
        <FormFields form={form} />
        {children}
      </div>
    </ActionDialog>
  )
}
