/** A form for the parameters and the body of the call. */
import '@carbon/styles/scss/components/inline-loading/_index.scss'
import { Button, Form, InlineLoading } from '@carbon/react'
import type { FormEvent, ReactElement } from 'react'
import { ActionButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { FormFields } from '../../../../../shared/ui/forms/form-fields.tsx'
import type { FormField, FormRow } from '../../../../../shared/ui/forms/form-rows.ts'
import { useFormOf } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { OperationView, ParameterView } from '../../rest/index.ts'
import { buildParameterKey, type RequestDraft } from './api-request.ts'

export interface RequestFormProps {
  operation: OperationView
  draft: RequestDraft
  change(some: Partial<RequestDraft>): void
  /** Why the request cannot be sent; undefined if it can. */
  fault: string | undefined
  busy: boolean
  send(): void
  stop(): void
}

export function RequestForm({ operation, draft, change, fault, busy, send, stop }: RequestFormProps) {
  const fields: CallFields = { ...draft.values, contentType: draft.contentType, body: draft.body }
  const changeFields = (some: Partial<CallFields>) => change(splitFields({ ...fields, ...(some as CallFields) }))
  const form = useFormOf('try', fields, changeFields, buildRows(operation, draft))

  function submit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  return (
    <Form className="group form" onSubmit={submit} aria-labelledby="try-call">
      <h3 className="group__title" id="try-call">
        {t('The call')}
      </h3>
      <FormFields form={form} />
      {fault && <p className="try__fault">{fault}</p>}
      <div className="buttons">
        <ActionButton id="try-send" type="submit" busy={busy} reason={fault}>
          {t('Send')}
        </ActionButton>
        {busy && <InlineLoading description={t('On its way')} />}
        {busy && (
          <Button kind="ghost" onClick={stop}>
            {t('Stop')}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** The values of the parameters, whose names have a blank, beside the content type and the body. */
type CallFields = Record<string, string> & Pick<RequestDraft, 'contentType' | 'body'>

function splitFields({ contentType, body, ...values }: CallFields): RequestDraft {
  return { contentType, body, values }
}

function buildRows({ parameters, body }: OperationView, draft: RequestDraft): readonly FormRow<CallFields>[] {
  const { contentType } = draft
  const findExample = (wanted: string) => body?.content.find(({ type }) => type === wanted)?.example
  return [
    parameters.length > 0 && parameters.map(buildParameterRow),
    body !== undefined &&
      body.content.length > 1 && {
        name: 'contentType',
        id: 'try-type',
        label: t('Content type'),
        kind: 'choice',
        choices: body.content.map(({ type }) => [type, type]),
        also: (type) => ({ body: findExample(type) ?? draft.body }),
      },
    body !== undefined && {
      name: 'body',
      label: contentType ? t('Body as {title}', { title: contentType }) : t('Body'),
      kind: 'lines',
      rows: 8,
      attributes: { className: 'token-field' },
    },
  ]
}

function buildParameterRow(parameter: ParameterView): FormField<CallFields> | ReactElement {
  const { name, in: place, required, description, example } = parameter
  if (place === 'cookie')
    return (
      <p key={name}>{t('A browser lets no page choose the cookie {name}: use an example call for that.', { name })}</p>
    )
  const title = `${name} (${place})`
  return {
    name: buildParameterKey(parameter),
    id: `try-${place}-${name}`,
    label: required ? t('{title} - required', { title }) : title,
    kind: 'path',
    help: description,
    attributes: { placeholder: example },
  }
}
