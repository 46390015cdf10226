/** The frame and the forms of the pages that need no session. */
import { Layer, TextInput, type TextInputProps } from '@carbon/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ActionButton } from '../feedback/action-button.tsx'
import { ErrorNotice } from '../feedback/notice.tsx'
import { PasswordInput } from '../feedback/password-input.tsx'
import { useAction } from '../feedback/use-action.ts'
import { t } from '../text/t.ts'

type EntryFrameProps = { mark?: ReactNode; title: string; lead?: string; children?: ReactNode }

export function EntryFrame({ mark, title, lead, children }: EntryFrameProps) {
  return (
    <Layer as="main" className="login">
      <div className="login__form">
        <div className="login__head">
          {mark}
          <h1 className="login__title">{title}</h1>
          {lead !== undefined && <p className="quiet">{lead}</p>}
        </div>
        {children}
      </div>
    </Layer>
  )
}

export interface EntryFormProps {
  /** The label of the button. */
  action: string
  /** Sends the form. `read` returns the text of the field with this name. */
  send(read: (name: string) => string): Promise<unknown>
  /** Shown in the place of the form after a success. */
  done?: ReactNode
  children?: ReactNode
}

export function EntryForm({ action, send, done, children }: EntryFormProps) {
  const [isDone, setIsDone] = useState(false)
  const { busy, problem, run } = useAction()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (await run(() => send((name) => String(form.get(name))))) setIsDone(true)
  }

  if (isDone && done) return done
  return (
    <form className="entry" onSubmit={(event) => void submit(event)}>
      {problem && <ErrorNotice text={problem} />}
      {children}
      <ActionButton type="submit" busy={busy}>
        {action}
      </ActionButton>
    </form>
  )
}

export function UserNameInput(props: Omit<TextInputProps, 'id'>) {
  return (
    <TextInput
      id="username"
      name="username"
      autoComplete="username"
      autoFocus
      required
      spellCheck={false}
      autoCapitalize="none"
      {...props}
    />
  )
}

export function PresentPasswordInput() {
  return (
    <PasswordInput id="password" name="password" labelText={t('Password')} autoComplete="current-password" required />
  )
}
