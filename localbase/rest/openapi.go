package rest

import "github.com/tableside/tableside/localbase/rest/fault"

func (h *Handler) root(req *request) (*answer, error) { return nil, fault.Path() }
