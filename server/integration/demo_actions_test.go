//go:build unix

package integration

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/server/schema"
)

// findDemoAction returns an action of the demo; ok is false if the user does not have it.
func findDemoAction(s *schema.Schema, id string) (action schema.Action, ok bool) {
	i := slices.IndexFunc(s.Actions, func(a schema.Action) bool { return a.ID == id })
	if i < 0 {
		return action, false
	}
	return s.Actions[i], true
}

func TestDemoActionsByRole(t *testing.T) {
	for role, want := range map[string]string{
		"owner":  "import-price-list order-summary quote-shipping plan_deliveries restock ship_order start_roasting",
		"staff":  "order-summary quote-shipping plan_deliveries restock ship_order start_roasting",
		"viewer": "order-summary",
	} {
		t.Run(role, func(t *testing.T) {
			person := startServer(t).signInAs(role)
			found := person.fetchSchema()
			var got []string
			for _, id := range []string{"edge:import-price-list", "edge:order-summary", "edge:quote-shipping",
				"public.plan_deliveries", "public.restock", "public.ship_order", "public.start_roasting"} {
				if action, ok := findDemoAction(found, id); ok {
					got = append(got, action.Name)
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("actions %v, want %s", got, want)
			}
			for _, warning := range found.Warnings {
				if role == "owner" && !strings.Contains(warning.Object, "awkward") {
					t.Errorf("warning: %+v", warning)
				}
			}
			if role == "viewer" {
				person.send("POST", "/api/rpc/start_roasting", `{"order_id":1}`).requireStatus(404)
				person.send("POST", "/api/functions/import-price-list", `{}`).requireStatus(404)
			}
		})
	}
}

func TestDemoActionsDescribeTheNextStep(t *testing.T) {
	found := startServer(t).signInAs("staff").fetchSchema()
	roast, _ := findDemoAction(found, "public.start_roasting")
	if len(roast.Offers) != 1 {
		t.Fatalf("offers %+v", roast.Offers)
	}
	offer := roast.Offers[0]
	if got := fmt.Sprint(offer.Scope, offer.Table, offer.Fills, offer.When, roast.Sets); got != "roworders[{order_id id}]status=eq.confirmed[{status roasting}]" {
		t.Errorf("start roasting: %s", got)
	}
	restock, _ := findDemoAction(found, "public.restock")
	if restock.Undo != "public.unrestock" || restock.Offers[0].Table != "products" || *restock.Arguments[1].Default != "24" {
		t.Errorf("restock: %+v", restock)
	}
	plan, _ := findDemoAction(found, "public.plan_deliveries")
	if plan.Offers[0].Scope != schema.TableOffer || *plan.Arguments[0].Preset != "today" || plan.Result.Kind != schema.RowsResult {
		t.Errorf("plan deliveries: %+v", plan)
	}
	orders := found.Tables[slices.IndexFunc(found.Tables, func(t schema.Table) bool { return t.Name == "orders" })]
	status := orders.Columns[slices.IndexFunc(orders.Columns, func(c schema.Column) bool { return c.Name == "status" })]
	if fmt.Sprint(status.Transitions["draft"], status.Transitions["delivered"]) != "[confirmed cancelled] []" {
		t.Errorf("transitions %v", status.Transitions)
	}
}

func TestDemoFunctionsRun(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	var orders []struct{ ID, Number int }
	decodeJSON(t, owner.send("GET", rowsPath("orders", "status", "eq.confirmed", "select", "id,number", "limit", "1"), "").requireStatus(200).body, &orders)
	id, number := orders[0].ID, orders[0].Number

	quotes := owner.send("POST", "/api/functions/quote-shipping", fmt.Sprintf(`{"order":%d}`, number)).requireStatus(200)
	if !strings.HasPrefix(quotes.body, `[{"carrier":`) {
		t.Errorf("quotes: %s", quotes.body)
	}
	summary := owner.send("POST", "/api/functions/order-summary", fmt.Sprintf(`{"order":%d}`, number)).requireStatus(200)
	if kind := summary.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/markdown") || !strings.Contains(summary.body, "| **Total** |") {
		t.Errorf("summary: %s %s", kind, summary.body)
	}
	missing := owner.send("POST", "/api/functions/order-summary", `{"order":1}`).requireStatus(404)
	if missing.Header.Get("X-Function-Status") != "404" {
		t.Errorf("an unknown order: %s", missing.body)
	}

	var product []struct{ Price float64 }
	owner.send("PUT", "/api/files/documents/price-lists/test.csv", "price_eur,sku\n99.5,HR-ETH-01\n1,HR-XXX-99\n", "Content-Type: text/csv").requireStatus(200)
	changes := owner.send("POST", "/api/functions/import-price-list", `{"path":"price-lists/test.csv"}`).requireStatus(200)
	if !strings.Contains(changes.body, `"new_price":99.5,"result":"changed"`) || !strings.Contains(changes.body, `"unknown product"`) {
		t.Errorf("changes: %s", changes.body)
	}
	decodeJSON(t, owner.send("GET", rowsPath("products", "sku", "eq.HR-ETH-01", "select", "price"), "").body, &product)
	if product[0].Price != 99.5 {
		t.Errorf("the price is %v", product[0].Price)
	}

	call := func(name string, status int) *response {
		return owner.send("POST", "/api/rpc/"+name, fmt.Sprintf(`{"order_id":%d}`, id)).requireStatus(status)
	}
	if roasting := call("start_roasting", 200); !strings.Contains(roasting.body, `"status":"roasting"`) {
		t.Errorf("start roasting: %s", roasting.body)
	}
	if again := call("start_roasting", 400); !strings.Contains(again.body, "isn't confirmed") {
		t.Errorf("start roasting again: %s", again.body)
	}
	call("pack_order", 200)
	call("ship_order", 200)
}
