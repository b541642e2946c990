// Where the parts of one group are on the page.
export const companionsTitle = (groupId: string) => `companions-title-${groupId}`
