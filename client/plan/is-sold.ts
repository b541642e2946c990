// R74: whether this installation sells plans at all. The page says so as it is served; style.css hides what belongs to selling.

export const isSold = () => document.documentElement.dataset.payments !== 'off'
