/** A form for the parameters and the body of the call. */
import { Button, Form, InlineLoading, Select, SelectItem, TextArea, TextInput } from '@carbon/react'
import type { FormEvent } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { t } from '../../../ui/text/t.ts'
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
  const { parameters, body } = operation
  function submit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  return (
    <Form className="group form" onSubmit={submit} aria-labelledby="try-call">
      <h3 className="group__title" id="try-call">
        {t('The call')}
      </h3>
      {parameters.length > 0 && (
        <div className="fields">
          {parameters.map((parameter) => (
            <ParameterField
              key={buildParameterKey(parameter)}
              parameter={parameter}
              value={draft.values[buildParameterKey(parameter)] ?? ''}
              change={(value) => change({ values: { ...draft.values, [buildParameterKey(parameter)]: value } })}
            />
          ))}
        </div>
      )}
      {body && (
        <>
          {body.content.length > 1 && (
            <Select
              id="try-type"
              labelText={t('Content type')}
              value={draft.contentType}
              onChange={({ target: { value } }) =>
                change({
                  contentType: value,
                  body: body.content.find(({ type }) => type === value)?.example ?? draft.body,
                })
              }
            >
              {body.content.map(({ type }) => (
                <SelectItem key={type} value={type} text={type} />
              ))}
            </Select>
          )}
          <TextArea
            id="try-body"
            className="token-field"
            labelText={draft.contentType ? t('Body as {title}', { title: draft.contentType }) : t('Body')}
            rows={8}
            value={draft.body}
            spellCheck={false}
            onChange={(event) => change({ body: event.target.value })}
          />
        </>
      )}
      {fault && <p className="try__fault">{fault}</p>}
      <div className="buttons">
        <ActionButton type="submit" busy={busy} reason={fault}>
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

interface ParameterFieldProps {
  parameter: ParameterView
  value: string
  change(value: string): void
}

function ParameterField({ parameter, value, change }: ParameterFieldProps) {
  const { name, in: place, required, description, example } = parameter
  if (place === 'cookie') {
    return <p>{t('A browser lets no page choose the cookie {name}: use an example call for that.', { name })}</p>
  }
  return (
    <TextInput
      id={`try-${place}-${name}`}
      labelText={required ? t('{title} - required', { title: `${name} (${place})` }) : `${name} (${place})`}
      helperText={description}
      placeholder={example}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
    />
  )
}
