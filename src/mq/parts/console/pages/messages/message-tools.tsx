/** The tools above the messages of a queue: the search, and what can be done with the queue and the selected messages. */
import '@carbon/styles/scss/components/file-uploader/_index.scss'
import { Button, FileUploaderButton, TableToolbar, TableToolbarContent, TableToolbarSearch } from '@carbon/react'
import { Add, ArrowRight, type CarbonIconType, Copy, Renew, TrashCan, Undo } from '@carbon/react/icons'
import type { ChangeEvent } from 'react'
import { ActionButton, ToolbarButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../../../shared/ui/feedback/action-dialog.tsx'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { DialogButton, useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { DeadLetterHeader, TransferAction } from '../../contract/messages.ts'
import { request } from '../../kit/api/client.ts'
import { runCommand } from '../../kit/api/mqsc.ts'
import { mayChange } from '../../kit/session/rights.ts'
import { useSession } from '../../kit/session/session.tsx'
import type { ObjectRow } from '../screens/object-screen.ts'
import { BatchBar, type BatchBarAction } from '../table/batch-bar.tsx'
import { transferActions, transferTexts } from './message-texts.ts'

const PutBackDialog = lazyPart(() => import('./put-back-dialog.tsx'))
const PutDialog = lazyPart(() => import('./put-dialog.tsx'))
const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'))

/** The ids of the selected messages, or all messages of the queue. */
export type MessageSelection = ReadonlySet<string> | 'all'
export const noMessages: MessageSelection = new Set()

export interface MessageToolsProps {
  manager: string
  row: ObjectRow
  browses: boolean
  search: string
  setSearch(text: string): void
  selection: MessageSelection
  /** The number of messages on the queue, if it is known and the list is no search. */
  total: number | undefined
  /** The dead letters of the page: their ids and headers. */
  headers: readonly (readonly [messageId: string, header: DeadLetterHeader])[]
  select(selection: MessageSelection): void
  reload(): void
  /** Shows the first page again, after messages have gone. */
  restart(): void
  /** Called with the ids of the messages that were not put back. */
  putBack(stayed: readonly string[]): void
}

export function MessageTools(props: MessageToolsProps) {
  const { manager, row, browses, search, setSearch, selection, total, headers, select, reload, restart, putBack } =
    props
  const { rights } = useSession()
  const { dialog, show } = useDialog()
  const mayGet = mayChange(rights, row, 'GET')
  const mayPut = mayChange(rights, row, 'PUT')
  const messageIds = selection === 'all' ? [] : [...selection]
  const count = selection === 'all' ? (total ?? 0) : messageIds.length
  const shared = { manager, queue: row.name }

  const askToPutBack = (close: () => void) => {
    const header = messageIds.length === 1 ? selectedHeaders[0]?.[1] : undefined
    const messages = { ...shared, messageIds, total, header }
    return <PutBackDialog {...messages} done={putBack} close={close} />
  }
  const askToClear = (close: () => void) => (
    <ConfirmDialog
      title={t('Clear {queue}', { queue: row.name })}
      action={t('Clear')}
      text={t('Every message on the queue is deleted for good.')}
      run={() => runCommand(manager, { command: 'clear', qualifier: 'qlocal', name: row.name })}
      done={t('Queue cleared')}
      about={row.name}
      succeeded={restart}
      close={close}
    />
  )
  const ask = (action: TransferAction) =>
    show((close) => (
      <TransferDialog {...shared} action={action} messageIds={messageIds} total={total} done={restart} close={close} />
    ))
  const transfers = transferActions
    .filter((action) => (action === 'copy' ? rights.change : mayGet))
    .map((action): BatchBarAction => [transferTexts[action].verb, icons[action], () => ask(action)])
  const putsBack = headers.length > 0 && mayGet
  const selectedHeaders = headers.filter(([id]) => selection === 'all' || selection.has(id))
  const actions: readonly BatchBarAction[] =
    putsBack && selectedHeaders.length > 0 ? [[t('Put back'), Undo, () => show(askToPutBack)], ...transfers] : transfers
  return (
    <TableToolbar size="lg">
      <BatchBar
        count={count}
        total={total ?? count}
        actions={actions}
        selectAll={() => select('all')}
        clear={() => select(noMessages)}
      />
      <TableToolbarContent inert={count > 0}>
        {browses && (
          <TableToolbarSearch
            persistent
            value={search}
            labelText={t('Search messages')}
            placeholder={t('Text in bodies, properties, ids and users')}
            closeButtonLabelText={t('Clear search input')}
            onChange={(event) => setSearch(event ? event.target.value : '')}
          />
        )}
        {putsBack && total !== undefined && <Button onClick={() => show(askToPutBack)}>{t('Put back all')}</Button>}
        <ToolbarButton label={t('Refresh')} icon={Renew} onClick={reload} />
        {mayChange(rights, row, 'CLR') && row.type === 'QLOCAL' && (
          <ToolbarButton label={t('Clear queue')} icon={TrashCan} onClick={() => show(askToClear)} />
        )}
        {mayPut && <UploadButton {...shared} done={reload} />}
        {mayPut && (
          <DialogButton
            kind={putsBack ? 'ghost' : 'primary'}
            renderIcon={Add}
            dialog={(close) => <PutDialog {...shared} done={reload} close={close} />}
          >
            {t('Create message')}
          </DialogButton>
        )}
      </TableToolbarContent>
      {dialog}
    </TableToolbar>
  )
}

const icons: Readonly<Record<TransferAction, CarbonIconType>> = { move: ArrowRight, copy: Copy, delete: TrashCan }

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
