/** The rows of this part for the table of policies. */
export { clientSecurityPolicy } from './client-security.ts'
export { jwtGeneratePolicy } from './jwt-generate.ts'
export { jwtValidatePolicy } from './jwt-validate.ts'
export { userSecurityPolicy } from './user-security.ts'
