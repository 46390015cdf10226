/** The pages that file transfer adds to the console. */
import { lazy } from 'react'
import type { PartPages } from '../../console/kit/part-pages.ts'

const TransfersPage = lazy(() => import('./transfers-page.tsx'))
const TransferPage = lazy(() => import('./transfer-page.tsx'))
const SchedulesPage = lazy(() => import('./schedules-page.tsx'))
const MonitorsPage = lazy(() => import('./monitors-page.tsx'))
const AgentsPage = lazy(() => import('./agents-page.tsx'))

export const partPages: PartPages = {
  renderTransfers({ section, name }) {
    if (name) return <TransferPage key={name} id={name} />
    if (section === 'transfers') return <TransfersPage />
    if (section === 'schedules') return <SchedulesPage />
    return section === 'monitors' ? <MonitorsPage /> : <AgentsPage />
  },
}
