/** The fields of a message to put or publish. */
import { Select, SelectItem, TextArea, TextInput } from '@carbon/react'

import type { FieldError } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { PutMessageRequest } from '../api/messages.ts'
import { PropertyFields } from './property-fields.tsx'

/** The values of the form. All but the persistence and the properties are text. */
export interface MessageDraft {
  text: string
  persistence: PutMessageRequest['persistence']
  priority: string
  /** The expiry in seconds. */
  expiry: string
  correlationId: string
  replyTo: string
  properties: PutMessageRequest['properties']
}

export const initialDraft: MessageDraft = {
  text: '',
  persistence: 'asQueueDefault',
  priority: '',
  expiry: '',
  correlationId: '',
  replyTo: '',
  properties: [],
}

/** Returns the message of a draft, or undefined while a field is invalid. */
export function buildMessage(draft: MessageDraft): PutMessageRequest | undefined {
  const { text, persistence, correlationId, replyTo, properties } = draft
  if (findExpiryError(draft.expiry) || findIdError(correlationId)) return undefined
  return {
    text,
    persistence,
    properties,
    ...(draft.priority === '' ? {} : { priority: Number(draft.priority) }),
    ...(draft.expiry === '' ? {} : { expiry: Math.round(Number(draft.expiry) * 1000) }),
    ...(correlationId === '' ? {} : { correlationId }),
    ...(replyTo === '' ? {} : { replyTo }),
  }
}

/** Returns the errors of the fields of a draft. */
export function findDraftErrors({ expiry, correlationId }: MessageDraft): readonly FieldError[] {
  return [
    { id: 'message-expiry', wrong: findExpiryError(expiry) },
    { id: 'message-correlation', wrong: findIdError(correlationId) },
  ]
}

export interface MessageFormProps {
  draft: MessageDraft
  change(some: Partial<MessageDraft>): void
  /** Hides correlation id and reply queue, which publications do not have. */
  publication?: boolean
}

export function MessageForm({ draft, change, publication = false }: MessageFormProps) {
  const expiry = findExpiryError(draft.expiry)
  const id = findIdError(draft.correlationId)
  return (
    <>
      <TextArea
        id="message-text"
        labelText={t('Text')}
        rows={6}
        value={draft.text}
        spellCheck={false}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className="fields">
        <Select
          id="message-persistence"
          labelText={t('Persistence')}
          value={draft.persistence}
          onChange={(event) => change({ persistence: event.target.value as MessageDraft['persistence'] })}
        >
          <SelectItem value="asQueueDefault" text={publication ? t('As the topic') : t('As the queue')} />
          <SelectItem value="persistent" text={t('Persistent')} />
          <SelectItem value="nonPersistent" text={t('Not persistent')} />
        </Select>
        <Select
          id="message-priority"
          labelText={t('Priority')}
          value={draft.priority}
          onChange={(event) => change({ priority: event.target.value })}
        >
          <SelectItem value="" text={publication ? t('As the topic') : t('As the queue')} />
          {Array.from({ length: 10 }, (_, priority) => (
            <SelectItem key={String(priority)} value={String(priority)} text={String(priority)} />
          ))}
        </Select>
        <TextInput
          id="message-expiry"
          labelText={t('Expiry in seconds')}
          helperText={t('Empty: the message stays until it is taken.')}
          inputMode="decimal"
          value={draft.expiry}
          invalid={expiry !== undefined}
          invalidText={expiry ?? ''}
          onChange={(event) => change({ expiry: event.target.value.trim() })}
        />
        {!publication && (
          <>
            <TextInput
              id="message-correlation"
              labelText={t('Correlation id')}
              helperText={t('48 hexadecimal digits, or empty.')}
              value={draft.correlationId}
              invalid={id !== undefined}
              invalidText={id ?? ''}
              spellCheck={false}
              onChange={(event) => change({ correlationId: event.target.value.trim() })}
            />
            <TextInput
              id="message-reply"
              labelText={t('Reply to')}
              helperText={t('A queue, or queue@queueManager.')}
              value={draft.replyTo}
              spellCheck={false}
              onChange={(event) => change({ replyTo: event.target.value.trim() })}
            />
          </>
        )}
      </div>
      <PropertyFields properties={draft.properties} change={(properties) => change({ properties })} />
    </>
  )
}

function findExpiryError(text: string): string | undefined {
  if (text === '') return undefined
  const seconds = /^\d{1,8}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  return seconds >= 0.001 ? undefined : t('The expiry is a number of seconds above 0.')
}

function findIdError(text: string): string | undefined {
  return text === '' || /^[0-9a-f]{48}$/i.test(text) ? undefined : t('An id has 48 hexadecimal digits.')
}
