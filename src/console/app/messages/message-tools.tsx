/** The tools above the messages of a queue: the search, and what can be done with the queue and the selected messages. */
import { Button, FileUploaderButton, Search } from '@carbon/react'
import { Add, Renew, TrashCan } from '@carbon/react/icons'
import type { ChangeEvent } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { t } from '../../../ui/text/t.ts'
import type { TransferAction } from '../api/messages.ts'
import { putFile } from '../api/messages.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { mayChange } from '../session/object-rights.ts'
import { useSession } from '../session/session.tsx'
import { listTexts } from '../wording/list-texts.ts'
import { transferTexts as texts, transferTexts } from '../wording/transfer-texts.ts'

export const transferActions: readonly TransferAction[] = ['move', 'copy', 'delete']

/** The dialogs of the panel. */
export type MessageDialogName = 'put' | 'clear' | 'putBack' | TransferAction

export interface MessageToolsProps {
  manager: string
  row: ObjectRow
  browses: boolean
  mayGet: boolean
  search: string
  setSearch(text: string): void
  selectedCount: number
  /** Whether the selected messages have dead-letter headers. */
  hasDeadLetters: boolean
  ask(dialog: MessageDialogName): void
  reload(): void
}

export function MessageTools(props: MessageToolsProps) {
  const { manager, row, browses, mayGet, search, setSearch, selectedCount, ask, reload } = props
  const { rights } = useSession()
  return (
    <div className="messages__tools">
      {browses && (
        <Search
          id="message-search"
          size="lg"
          labelText={transferTexts.search}
          placeholder={transferTexts.searchHelp}
          closeButtonLabelText={listTexts.clearSearch}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {props.hasDeadLetters && mayGet && (
        <Button onClick={() => ask('putBack')}>{transferTexts.putBack.title(selectedCount)}</Button>
      )}
      {selectedCount > 0 &&
        transferActions
          .filter((action) => action === 'copy' || mayGet)
          .map((action) => (
            <Button key={action} kind="ghost" onClick={() => ask(action)}>
              {transferTexts[action].title(selectedCount)}
            </Button>
          ))}
      <ToolbarButton label={t('Refresh')} icon={Renew} onClick={reload} />
      {mayChange(rights, row, 'CLR') && row.type === 'QLOCAL' && (
        <ToolbarButton label={t('Clear queue')} icon={TrashCan} onClick={() => ask('clear')} />
      )}
      {mayChange(rights, row, 'PUT') && <UploadButton manager={manager} queue={row.name} done={reload} />}
      {mayChange(rights, row, 'PUT') && (
        <Button renderIcon={Add} onClick={() => ask('put')}>
          {t('Create message')}
        </Button>
      )}
    </div>
  )
}

interface UploadButtonProps {
  manager: string
  queue: string
  done(): void
}

/** A button that puts the content of a file as a message. */
function UploadButton({ manager, queue, done }: UploadButtonProps) {
  const { busy, run } = useAction({ notifiesErrors: true })

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    const isDone = await run(
      async () => putFile(manager, queue, await readBase64(file)),
      texts.uploaded,
      file.name,
      texts.upload,
    )
    target.value = '' // the same file can be selected again
    if (isDone) done()
  }

  if (busy) {
    return (
      <ActionButton kind="ghost" busy>
        {texts.upload}
      </ActionButton>
    )
  }
  return (
    <FileUploaderButton
      buttonKind="ghost"
      size="lg"
      labelText={texts.upload}
      disableLabelChanges
      onChange={(event) => void upload(event)}
    />
  )
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(new Error(texts.uploadFailed))
    reader.readAsDataURL(file)
  })
}
