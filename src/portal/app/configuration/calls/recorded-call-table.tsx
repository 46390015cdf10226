/** The calls that were recorded, the newest first. */
import { Table, TableBody, TableCell, TableRow } from '@carbon/react'

import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import type { CallLogView } from '../../../rest/index.ts'

export function RecordedCallTable({ calls, isRunning }: Pick<CallLogView, 'calls' | 'isRunning'>) {
  return (
    <section className="group" aria-labelledby="calls">
      <h2 className="group__title" id="calls">
        {`Recorded calls: ${calls.length}`}
      </h2>
      {calls.length === 0 ? (
        <p>{isRunning ? 'No call has arrived since the recording began.' : 'No call arrived meanwhile.'}</p>
      ) : (
        <ScrollRegion label="Recorded calls">
          <Table size="md" aria-label="Recorded calls">
            <TableHeaderRow
              titles={[
                'Time',
                'Call',
                'API',
                'Application',
                'Status',
                'Duration',
                'Upstream',
                'Bytes',
                'Request id',
              ]}
            />
            <TableBody>
              {calls.map((each) => (
                <TableRow key={each.requestId}>
                  <TableCell>{new Date(each.at).toLocaleTimeString()}</TableCell>
                  <TableCell>{`${each.method} ${each.path}`}</TableCell>
                  <TableCell>{each.api ?? 'none'}</TableCell>
                  <TableCell>{each.application ?? 'none'}</TableCell>
                  <TableCell>{each.reason ? `${each.status} ${each.reason}` : each.status}</TableCell>
                  <TableCell className="list__number">{formatMs(each.totalMs)}</TableCell>
                  <TableCell className="list__number">
                    {each.upstreamMs === undefined ? 'not called' : formatMs(each.upstreamMs)}
                  </TableCell>
                  <TableCell className="list__number">{each.bytes.toLocaleString('en')}</TableCell>
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
  return `${milliseconds.toLocaleString('en', { maximumFractionDigits: 1 })} ms`
}
