/** The last rejected calls of the catalog, each with its explanation on request. */
import { Button, Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import type { LiveView } from '../../../rest/index.ts'
import { ExplanationView } from '../../try/explanation-view.tsx'

type Rejection = LiveView['rejections'][number]

export function RejectionList({ rejections }: { rejections: readonly Rejection[] }) {
  const [explained, setExplained] = useState<Rejection>()
  return (
    <section className="group" aria-labelledby="rejections">
      <h2 className="group__title" id="rejections">
        Last rejections
      </h2>
      {rejections.length === 0 ? (
        <p>The gateway has rejected no call of this catalog since it started.</p>
      ) : (
        <ScrollRegion label="Rejected calls">
          <Table size="md" aria-label="Last rejections">
            <TableHeaderRow titles={['Time', 'Call', 'Application', 'Status', 'Reason']} actions />
            <TableBody>
              {rejections.map((each) => (
                <TableRow key={each.requestId}>
                  <TableCell>{new Date(each.at).toLocaleTimeString()}</TableCell>
                  <TableCell>{`${each.method} ${each.path}`}</TableCell>
                  <TableCell>{each.application ?? 'unknown'}</TableCell>
                  <TableCell>{each.status}</TableCell>
                  <TableCell>{each.reason}</TableCell>
                  <TableCell className="list__menu">
                    <Button
                      size="sm"
                      kind="ghost"
                      aria-label={`Why was ${each.requestId} rejected`}
                      onClick={() => setExplained(each)}
                    >
                      Why
                    </Button>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </ScrollRegion>
      )}
      {explained && <ExplanationDialog rejection={explained} close={() => setExplained(undefined)} />}
    </section>
  )
}

function ExplanationDialog({ rejection, close }: { rejection: Rejection; close(): void }) {
  const { requestId, method, path } = rejection
  return (
    <Dialog title={`${method} ${path}`} label={requestId} size="md" cancel="Close" close={close}>
      <ExplanationView requestId={requestId} />
    </Dialog>
  )
}
