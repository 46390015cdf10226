/** The headers that every response of the REST API contains, including error responses. */
const securityHeaders = {
  'X-XSS-Protection': '1;mode=block',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-cache, no-store, must-revalidate',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'", // responses contain data, never a page
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Content-Language': 'en-US',
}

/** The security headers as a flat list of names and values, like `rawHeaders`. */
export const rawSecurityHeaders: readonly string[] = Object.entries(securityHeaders).flat()
