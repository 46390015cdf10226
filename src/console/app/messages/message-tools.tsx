/** The tools above the messages of a queue: the search, and what can be done with the queue and the selected messages. */
import { Button, FileUploaderButton, Search } from '@carbon/react'
import { Add, Renew, TrashCan } from '@carbon/react/icons'
import type { ChangeEvent } from 'react'
import type { TransferAction } from '../../../contract/console/messages.ts'
import { ActionButton, ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { mayChange } from '../session/rights.ts'
import { useSession } from '../session/session.tsx'
import { countMessages, transferTexts } from './message-texts.ts'

const transferActions: readonly TransferAction[] = ['move', 'copy', 'delete']

export interface MessageToolsProps {
  manager: string
  row: ObjectRow
  browses: boolean
  mayGet: boolean
  search: string
  setSearch(text: string): void
  selectedCount: number
  ask(dialog: 'put' | 'clear' | TransferAction): void
  /** Puts the selected messages back; undefined when none has a dead-letter header. */
  putBack: (() => void) | undefined
  reload(): void
}

export function MessageTools(props: MessageToolsProps) {
  const { manager, row, browses, mayGet, search, setSearch, selectedCount, ask, putBack, reload } = props
  const { rights } = useSession()
  return (
    <div className="messages__tools">
      {browses && (
        <Search
          id="message-search"
          size="lg"
          labelText={t('Search messages')}
          placeholder={t('Text in bodies, properties, ids and users')}
          closeButtonLabelText={t('Clear search input')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {putBack && mayGet && (
        <Button onClick={putBack}>{t('Put back {messages}', { messages: countMessages(selectedCount) })}</Button>
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

type UploadButtonProps = { manager: string; queue: string; done(): void }

/** A button that puts the content of a file as a message. */
function UploadButton({ manager, queue, done }: UploadButtonProps) {
  const { busy, run } = useAction({ notifiesErrors: true })

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    const put = async () => {
      const body = { file: await readBase64(file) }
      await request('POST /qmgr/:qmgr/queue/:queue/messages', { qmgr: manager, queue }, { body })
    }
    const isDone = await run(put, t('File put as a message'), file.name, t('Put file'))
    target.value = '' // the same file can be selected again
    if (isDone) done()
  }

  if (busy) {
    return (
      <ActionButton kind="ghost" busy>
        {t('Put file')}
      </ActionButton>
    )
  }
  return (
    <FileUploaderButton
      buttonKind="ghost"
      size="lg"
      labelText={t('Put file')}
      disableLabelChanges
      onChange={(event) => void upload(event)}
    />
  )
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(new Error(t('The file cannot be read.')))
    reader.readAsDataURL(file)
  })
}
