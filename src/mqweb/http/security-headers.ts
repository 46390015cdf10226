/** Headers that every answer carries, also the refusals. */
const securityHeaders = {
  'X-XSS-Protection': '1;mode=block',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-cache, no-store, must-revalidate',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'", // data, never a page
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Content-Language': 'en-US',
}

/** Their names and values in turn. */
export const rawSecurityHeaders: readonly string[] = Object.entries(securityHeaders).flat()
