/** The pages of other parts: one line for each part that has some. */
import { fileTransferPages } from '../../file-transfer/pages/pages.tsx'
import { webhookPages } from '../../webhooks/pages/pages.tsx'
import type { PartPages } from '../kit/part-pages.ts'

export const partPages: readonly PartPages[] = [fileTransferPages, webhookPages]
