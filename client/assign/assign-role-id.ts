// Where other parts of the page lead to assign a role, without loading the widget itself.
export const assignRoleId = 'assign-role'
