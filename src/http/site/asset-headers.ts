/** What a browser is told about the page and its files: what they may do, and how long they may be kept. */
import type { Asset } from './assets.ts'

/**
 * The page runs its own scripts and styles, talks to its own server, and nothing else. No text becomes markup:
 * the browser refuses to turn any into a script.
 *
 * Content Security Policy Level 3; Trusted Types.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** For what is no page: nothing runs when the browser shows a script, a style or a picture by itself. */
const inert = "default-src 'none'; frame-ancestors 'none'"

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

const year = 31_536_000

export interface PageHeaderOptions {
  /** Origins that may show the page in a frame, separated by blanks; nobody when empty. */
  frameAncestors?: string
}

/** The headers of a response that is neither a page nor a file of one: a redirect, or a method that is not allowed. */
export const nonPageHeaders = {
  ...always,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': inert,
  'X-Frame-Options': 'DENY',
} as const

/** The headers of one answer. */
export function buildAssetHeaders(
  asset: Asset,
  { frameAncestors = '' }: PageHeaderOptions,
): Record<string, string> {
  if (asset.isImmutable) {
    return {
      ...always,
      'Content-Security-Policy': inert,
      'Cache-Control': `public, max-age=${year}, immutable`,
      ETag: asset.etag,
    }
  }
  return {
    ...always,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${policy}; frame-ancestors ${frameAncestors || "'none'"}`,
    ...(frameAncestors ? {} : { 'X-Frame-Options': 'DENY' }),
  }
}
