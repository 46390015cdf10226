/** What a part adds to the pages of the console. Each page stands behind `lazy`, so that it is loaded when it is first needed. */
import type { ReactNode } from 'react'
import type { ManagerSection, PageRoute } from './routing/page-route.ts'

export type ManagerRoute = Extract<PageRoute, { manager: string }>
export type TransferRoute = Extract<PageRoute, { page: 'fileTransfer' }>

export interface PartPages {
  /** The sections of a queue manager that the part renders. */
  readonly sections?: { readonly [Section in ManagerSection]?: (route: ManagerRoute) => ReactNode }
  /** The function that renders the pages below `#/file-transfer`. */
  readonly renderTransfers?: (route: TransferRoute) => ReactNode
}
