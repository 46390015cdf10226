/** The head of a page: the queue manager and the list one is in, and what the page is called. */
import type { ReactNode } from 'react'

import { href } from '../../../ui/routing/address.ts'
import { Head, type Step } from '../../../ui/shell/head.tsx'
import { toManager } from '../routing/route.ts'

export interface PageHeadProps {
  manager?: string
  /** The list that an object is in. */
  list?: Step
  title: string
  /** Beside the title. */
  children?: ReactNode
}

export function PageHead({ manager, list, title, children }: PageHeadProps) {
  const trail: Step[] = manager
    ? [['Queue managers', href('qmgr')], [manager, toManager(manager)], ...(list ? [list] : [])]
    : []
  return (
    <Head trail={trail} title={title}>
      {children}
    </Head>
  )
}
