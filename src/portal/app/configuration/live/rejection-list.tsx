/** The last rejected calls of the catalog, each with its explanation on request. */

import { Button, Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { useState } from 'react'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import { formatTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { LiveView } from '../../../rest/index.ts'
import { ExplanationView } from '../../try/explanation-view.tsx'

type Rejection = LiveView['rejections'][number]

export function RejectionList({ rejections }: { rejections: readonly Rejection[] }) {
  const [explained, setExplained] = useState<Rejection>()
  return (
    <section className="group" aria-labelledby="rejections">
      <h2 className="group__title" id="rejections">
        {t('Last rejections')}
      </h2>
      {rejections.length === 0 ? (
        <p>{t('The gateway has rejected no call of this catalog since it started.')}</p>
      ) : (
        <ScrollRegion label={t('Rejected calls')}>
          <Table size="md" aria-label={t('Last rejections')}>
            <TableHeaderRow titles={[t('Time'), t('Call'), t('Application'), t('Status'), t('Reason')]} actions />
            <TableBody>
              {rejections.map((each) => (
                <TableRow key={each.requestId}>
                  <TableCell>{formatTime(each.at)}</TableCell>
                  <TableCell>{`${each.method} ${each.path}`}</TableCell>
                  <TableCell>{each.application ?? t('unknown')}</TableCell>
                  <TableCell>{each.status}</TableCell>
                  <TableCell>{each.reason}</TableCell>
                  <TableCell className="list__menu">
                    <Button
                      size="sm"
                      kind="ghost"
                      aria-label={t('Why was {requestId} rejected', { requestId: each.requestId })}
                      onClick={() => setExplained(each)}
                    >
                      {t('Why')}
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
    <Dialog title={`${method} ${path}`} label={requestId} size="md" cancel={t('Close')} close={close}>
      <ExplanationView requestId={requestId} />
    </Dialog>
  )
}
