import { allows } from '../../api/allows.ts'
import { useSchemas } from '../../api/api.ts'

/** Whether this person reads all of which the matrix is made. */
export const useSeesMatrix = () => useSchemas(['role', 'role_grant', 'rbac_menu']).every(({ data }) => data !== undefined && allows(data, 'search'))
