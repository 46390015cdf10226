/** The calls that were recorded, the newest first. */

import { Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import { formatNumber, formatTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { CallLogView } from '../../../rest/index.ts'

export function RecordedCallTable({ calls, isRunning }: Pick<CallLogView, 'calls' | 'isRunning'>) {
  return (
    <section className="group" aria-labelledby="calls">
      <h2 className="group__title" id="calls">
        {t('Recorded calls: {count}', { count: calls.length })}
      </h2>
      {calls.length === 0 ? (
        <p>{isRunning ? t('No call has arrived since the recording began.') : t('No call arrived meanwhile.')}</p>
      ) : (
        <ScrollRegion label={t('Recorded calls')}>
          <Table size="md" aria-label={t('Recorded calls')}>
            <TableHeaderRow
              titles={[
                t('Time'),
                t('Call'),
                'API',
                t('Application'),
                t('Status'),
                t('Duration'),
                t('Upstream'),
                t('Bytes'),
                t('Request id'),
              ]}
            />
            <TableBody>
              {calls.map((each) => (
                <TableRow key={each.requestId}>
                  <TableCell>{formatTime(each.at)}</TableCell>
                  <TableCell>{`${each.method} ${each.path}`}</TableCell>
                  <TableCell>{each.api ?? t('none')}</TableCell>
                  <TableCell>{each.application ?? t('none')}</TableCell>
                  <TableCell>{each.reason ? `${each.status} ${each.reason}` : each.status}</TableCell>
                  <TableCell className="list__number">{formatMs(each.totalMs)}</TableCell>
                  <TableCell className="list__number">
                    {each.upstreamMs === undefined ? t('not called') : formatMs(each.upstreamMs)}
                  </TableCell>
                  <TableCell className="list__number">{formatNumber(each.bytes)}</TableCell>
                  <TableCell>
                    <code>{each.requestId}</code>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </ScrollRegion>
      )}
    </section>
  )
}

function formatMs(milliseconds: number): string {
  return `${formatNumber(Number(milliseconds.toFixed(1)))} ms`
}
