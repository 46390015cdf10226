/** How far a transfer is: bytes with a bar, and while it runs its rate and the time that is left. */
import { formatBytes } from '../../../../shared/ui/text/format-units.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import { Bar } from '../../console/kit/table/depth-bar.tsx'
import type { TransferSummary } from '../contract/file-transfer.ts'
import { describePace, isRunning } from './transfer-texts.ts'

export function TransferProgress({ transfer }: { transfer: TransferSummary }) {
  const { bytesSent, bytesTotal = 0 } = transfer
  if (!isRunning(transfer) || bytesTotal === 0)
    return <span className="list__number list__nowrap">{formatBytes(bytesSent)}</span>
  const part = Math.min(1, bytesSent / bytesTotal)
  const sent = t('{sent} of {total}', { sent: formatBytes(bytesSent), total: formatBytes(bytesTotal) })
  return (
    <>
      <Bar title={sent} part={part}>
        {`${sent} · ${Math.floor(part * 100)} %`}
      </Bar>
      <span className="list__note">{describePace(transfer)}</span>
    </>
  )
}
