// Where the members of an organization are: a tab of the dashboard.
export const membersHref = (orgId?: string) => `/dashboard?view=members${orgId ? `&org=${orgId}` : ''}`
