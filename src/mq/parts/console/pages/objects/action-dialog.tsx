/** A dialog that confirms an action on one object, with the choice of its way or the number that it needs. */
import { findNumberError } from '../../../../../shared/ui/feedback/find-number-error.ts'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ObjectAttributes } from '../../kit/api/mqsc.ts'
import type { ObjectAction } from '../screens/object-screen.ts'

export interface ActionDialogProps {
  action: ObjectAction
  /** The name of the object. */
  name: string
  /** Gets the MQSC parameters that the user chose. */
  confirm(chosen: ObjectAttributes): Promise<void>
  close(): void
}

export default function ActionDialog({ action, name, confirm, close }: ActionDialogProps) {
  const { title, ways = [], number } = action
  const start = { way: ways[0]?.id ?? '', number: String(number?.initial ?? '') }
  const form = useForm('action', start, (draft) => [
    ways.length > 0 && { name: 'way', label: t('How'), kind: 'radio', choices: ways.map(({ id, text }) => [id, text]) },
    number && {
      name: 'number',
      label: number.label,
      kind: 'number',
      help: number.help,
      wrong: findNumberError(draft.number, number.least, number.most),
    },
  ])
  const chosen = {
    ...ways.find(({ id }) => id === form.draft.way)?.parameters,
    ...(number && { [number.keyword]: Number(form.draft.number) }),
  }
  return (
    <FormDialog
      danger
      size="sm"
      form={form}
      title={`${title}: ${name}`}
      action={title}
      run={() => confirm(chosen)}
      close={close}
    />
  )
}
